/** `npm run check`: every check, or those named: `npm run check -- types lint`. */
import { runChecks } from './checks.ts';

try {
  const results = await runChecks(process.argv.slice(2), (line) => console.log(line));
  const failed = results.filter(({ passed }) => !passed);
  console.log(
    `\n${results.length - failed.length} of ${results.length} checks passed${failed.length > 0 ? `; not: ${failed.map(({ name }) => name).join(', ')}` : ''}`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
