/** A name server on loopback that speaks DNS over UDP: TXT and MX records of names that it was given, NXDOMAIN for all others. */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

export type NameServer = {
  readonly records: Map<string, { readonly txt?: readonly string[]; readonly mx?: readonly string[] }>;
  readonly resolver: Resolver;
  close(): Promise<void>;
};

const types = { mx: 15, txt: 16 } as const;

/** A name as labels with their lengths. */
const labels = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);

/** A text as strings of 255 bytes at most, each after its length. */
function strings(text: string): Buffer {
  const pieces = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < pieces.length; at += 255) {
    const piece = pieces.subarray(at, at + 255);
    parts.push(Buffer.from([piece.length]), piece);
  }
  return Buffer.concat(parts);
}

function answerTo(asked: Buffer, records: NameServer['records']): Buffer {
  const names: string[] = [];
  let at = 12;
  for (let length = asked[at] ?? 0; length > 0; length = asked[at] ?? 0) {
    names.push(asked.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  const type = asked.readUInt16BE(at + 1);
  const question = asked.subarray(12, at + 5);
  const known = records.get(names.join('.').toLowerCase());
  const data =
    type === types.txt
      ? (known?.txt ?? []).map(strings)
      : type === types.mx
        ? (known?.mx ?? []).map((host, order) => Buffer.concat([Buffer.from([0, (order + 1) * 10]), labels(host)]))
        : [];
  const head = Buffer.alloc(12);
  asked.copy(head, 0, 0, 2);
  head.writeUInt16BE(known ? 0x81_80 : 0x81_83, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 6);
  const rows = data.map((one) => {
    const row = Buffer.alloc(12);
    row.writeUInt16BE(0xc0_0c, 0);
    row.writeUInt16BE(type, 2);
    row.writeUInt16BE(1, 4);
    row.writeUInt32BE(60, 6);
    row.writeUInt16BE(one.length, 10);
    return Buffer.concat([row, one]);
  });
  return Buffer.concat([head, question, ...rows]);
}

export async function nameServer(): Promise<NameServer> {
  const records: NameServer['records'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (asked, from) => socket.send(answerTo(asked, records), from.port, from.address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { records, resolver, close: () => new Promise((resolve) => socket.close(() => resolve())) };
}
