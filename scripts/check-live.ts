/** `npm run check:live`: whether what the settings name really answers. */
import { command } from './command.ts';
import { liveNames } from './live/names.ts';

await command({
  name: 'npm run check:live',
  says: 'Tries every outside service that the settings name, before the site opens and whenever something seems wrong: the site’s own address and certificate, mail (one letter to OPERATOR_EMAIL), the records of its domain, text messages, payments (nothing is paid), storage (one file is written, read and removed), the scanner, and a backup that is restored into an empty place and counted. Says what is set and what came of it. Status 1 if anything failed.',
  operands: { name: 'CHECK', says: 'some checks; all of them unless named', many: true, oneOf: liveNames },
  options: {
    to: { value: 'ADDRESS', says: 'mail: who gets the letter; OPERATOR_EMAIL unless given' },
    phone: { value: 'NUMBER', says: 'sms: a phone of yours, such as +447700900123, that gets one message; without it no message is sent' },
    selector: { value: 'NAME', says: 'dns: the DKIM selector of your mail service, as in NAME._domainkey.example.org' },
  },
  examples: ['npm run check:live', 'npm run check:live -- mail dns --selector s1', 'npm run check:live -- sms --phone +447700900123'],
  async run({ options, operands }) {
    const { checkLive } = await import('./live/check-live.ts');
    return checkLive({ ...options, names: liveNames.filter((name) => operands.length === 0 || operands.includes(name)) });
  },
});
