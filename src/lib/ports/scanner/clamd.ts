/** The scanner ClamAV over TCP: the command INSTREAM of its daemon, `clamd`. */
import { connect } from 'node:net';
import { ScannerError } from './scanner.ts';
import type { Scanner } from './scanner.ts';

const pieceSize = 65_536;
/** Of an answer, in characters. */
const longestAnswer = 1_000;

/** @param within milliseconds for one file, from connecting to the answer. */
export function clamd({ host, port }: { readonly host: string; readonly port: number }, within = 20_000): Scanner {
  return {
    scan: (bytes) =>
      new Promise((resolve, reject) => {
        const socket = connect({ host, port });
        let answer = '';
        let isOver = false;
        const end = (outcome: 'clean' | { readonly found: string } | ScannerError): void => {
          if (isOver) return;
          isOver = true;
          clearTimeout(late);
          socket.destroy();
          if (outcome instanceof ScannerError) reject(outcome);
          else resolve(outcome);
        };
        const late = setTimeout(() => end(new ScannerError(`clamd did not answer within ${within} ms`)), within);
        socket.setEncoding('utf8');
        socket.on('error', (error) => end(new ScannerError(`clamd: ${error.message}`)));
        socket.on('connect', () => {
          socket.write('zINSTREAM\0');
          for (let at = 0; at < bytes.length; at += pieceSize) {
            const piece = bytes.subarray(at, at + pieceSize);
            const size = Buffer.alloc(4);
            size.writeUInt32BE(piece.length);
            socket.write(size);
            socket.write(piece);
          }
          socket.write(Buffer.alloc(4));
        });
        socket.on('data', (text: string) => {
          answer += text;
          if (answer.includes('\0') || answer.includes('\n')) end(outcomeOf(answer));
          else if (answer.length > longestAnswer) end(new ScannerError('clamd answers with something else'));
        });
        socket.on('close', () => end(answer === '' ? new ScannerError('clamd closed the connection') : outcomeOf(answer)));
      }),
  };
}

function outcomeOf(answer: string): 'clean' | { readonly found: string } | ScannerError {
  const said = answer.split(/[\0\n]/)[0]?.trim() ?? '';
  if (/^stream: OK$/.test(said)) return 'clean';
  const [, found] = /^stream: (.{1,200}) FOUND$/.exec(said) ?? [];
  return found === undefined ? new ScannerError(`clamd says: ${said.slice(0, 200)}`) : { found };
}
