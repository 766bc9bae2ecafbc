/** `npm run staff`: who operates the site, and what each may do. */
import { staffRoles } from '#lib/access.ts';
import type { StaffRole } from '#lib/access.ts';
import { command, MisuseError } from './command.ts';

const whats = ['list', 'add', 'role', 'renew', 'end'] as const;
type What = (typeof whats)[number];

/** What each needs besides. */
const needs: Readonly<Record<What, readonly ('email' | 'name' | 'role' | 'id')[]>> = {
  list: [],
  add: ['email', 'name', 'role'],
  role: ['id', 'role'],
  renew: ['id'],
  end: ['id'],
};

await command({
  name: 'npm run staff',
  says: 'Looks after those who operate the site. add makes a member and tells the link by which they set their password and their one-time codes, good for a day and once; renew does so again after a lost device; role and end change what they may do. renew and end take away passkeys too; list tells by what each comes in. Works beside a running server; each change stands in the audit log.',
  operands: { name: 'WHAT', says: 'what to do', needed: true, oneOf: whats },
  options: {
    email: { value: 'ADDRESS', says: 'add: the address they sign in with' },
    name: { value: 'NAME', says: 'add: what they are called, up to 60 characters' },
    role: { value: 'ROLE', says: 'add, role: what they may do', oneOf: staffRoles },
    id: { value: 'N', says: 'role, renew, end: their number, as list tells it' },
  },
  examples: ['npm run staff -- add --email ann@example.org --name "Ann Lee" --role support', 'npm run staff -- list', 'npm run staff -- renew --id 3'],
  check({ options, operands: [what] }) {
    const missing = needs[what as What].filter((name) => !options[name]?.trim());
    if (missing.length > 0) throw new MisuseError(`${what} needs ${missing.map((name) => `--${name}`).join(' and ')}.`);
    if (options.id !== undefined && !/^[1-9]\d{0,8}$/.test(options.id)) throw new MisuseError(`--id ${options.id}: it is a number, as list tells it.`);
    if ((options.name ?? '').trim().length > 60) throw new MisuseError('--name: at most 60 characters.');
  },
  async run({ options, operands: [what] }) {
    const { describeMember, openStaffRegister } = await import('./staff-register.ts');
    const { staff, site, now, close } = await openStaffRegister();
    try {
      const [id, role] = [Number(options.id), options.role as StaffRole];
      const told = (ticket: string): void =>
        console.log(`They come in here, once, within a day. Hand it over in person or by a way that nobody else reads:\n${site}?ticket=${ticket}`);
      switch (what as What) {
        case 'list':
          for (const member of await staff.list()) console.log(describeMember(member));
          return 0;
        case 'add': {
          const added = await staff.add(options.email ?? '', (options.name ?? '').trim(), role, now);
          if (!added.ok) {
            console.error(added.reason === 'taken' ? 'Somebody has this address already; npm run staff -- list tells who.' : 'This is no mail address.');
            return 1;
          }
          console.log(`Added as number ${added.value.id}, ${role}.`);
          told(added.value.ticket);
          return 0;
        }
        case 'renew': {
          const renewed = await staff.renew(id, now);
          if (!renewed.ok) break;
          told(renewed.value);
          return 0;
        }
        case 'role':
          if (!(await staff.setRole(id, role)).ok) break;
          console.log(`Number ${id} is ${role} now.`);
          return 0;
        case 'end':
          if (!(await staff.end(id, now)).ok) break;
          console.log(`Number ${id} is signed out and comes in no more.`);
          return 0;
      }
      console.error(`There is no member of staff with the number ${id}, or they have left.`);
      return 1;
    } finally {
      await close();
    }
  },
});
