/** `npm run audit`: known weaknesses of the packages that the running site uses. */
import { spawnSync } from 'node:child_process';
import { command } from './command.ts';

await command({
  name: 'npm run audit',
  says: 'Asks the npm registry for known weaknesses of the packages that the running site uses (npm audit --omit=dev). Not part of npm test, because the answer changes without the code. Exit status 1 when there are some, and when the registry does not answer such questions.',
  examples: ['npm run audit'],
  run() {
    const { stdout, stderr, status } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell: process.platform === 'win32' });
    const summary = weaknessesIn(stdout);
    if (summary === undefined) {
      console.error(`The registry did not say whether there are weaknesses (status ${status}). Ask one that does: npm_config_registry=ADDRESS npm run audit`);
      console.error(stderr.trim().split('\n').slice(-5).join('\n'));
      return 1;
    }
    console.log(summary.text);
    return summary.count > 0 ? 1 : 0;
  },
});

/** What npm found, in lines; nothing when its answer is no finding but a failure. */
function weaknessesIn(answer: string): { readonly count: number; readonly text: string } | undefined {
  try {
    const { vulnerabilities }: { vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>> } = JSON.parse(answer);
    if (vulnerabilities === undefined) return undefined;
    const all = Object.entries(vulnerabilities);
    const lines = all.map(([name, { severity, range }]) => `${severity.padEnd(9)} ${name} ${range}`);
    return { count: all.length, text: [...lines, `${all.length} packages with known weaknesses`].join('\n') };
  } catch {
    return undefined;
  }
}
