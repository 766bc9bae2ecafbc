/** Reads robots.txt as crawlers do (RFC 9309): the group that names the agent, longest rule wins, `*` and `$`. */
export type Robots = { readonly sitemaps: readonly string[]; allows(agent: string, pathAndQuery: string): boolean };

type Rule = { readonly allow: boolean; readonly pattern: string };

function matches(pattern: string, path: string): boolean {
  const source = pattern
    .replaceAll(/[.+?^{}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/\$$/, '\u0000')
    .replaceAll('$', '\\$')
    .replace('\u0000', '$');
  return new RegExp(`^${source}`).test(path);
}

export function readRobots(text: string): Robots {
  const groups: { agents: string[]; rules: Rule[] }[] = [];
  const sitemaps: string[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    const match = /^([\w-]+):\s*(.*?)\s*$/.exec(line.replace(/#.*/, ''));
    const field = match?.[1]?.toLowerCase();
    const value = match?.[2] ?? '';
    if (field === 'sitemap') sitemaps.push(value);
    else if (field === 'user-agent') {
      if (!open) groups.push({ agents: [], rules: [] });
      open = true;
      groups.at(-1)?.agents.push(value.toLowerCase());
    } else if (field === 'allow' || field === 'disallow') {
      open = false;
      if (value) groups.at(-1)?.rules.push({ allow: field === 'allow', pattern: value });
    }
  }
  return {
    sitemaps,
    allows(agent, path) {
      const group = groups.find(({ agents }) => agents.includes(agent.toLowerCase())) ?? groups.find(({ agents }) => agents.includes('*'));
      const fitting = (group?.rules ?? []).filter(({ pattern }) => matches(pattern, path));
      const best = fitting.toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow))[0];
      return best?.allow ?? true;
    },
  };
}
