/** What answers a path. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Something that may answer a path. Resolves to what to note in the log, or undefined when the path is not its own. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<string | undefined>;
