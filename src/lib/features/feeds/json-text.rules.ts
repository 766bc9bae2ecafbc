/** Takes JSON text apart without building it: the elements of a long array one by one, and the line of a nested value. */
import { BrokenFeedError, largestHouse } from './feed.schema.ts';

export type JsonElement = { readonly text: string; readonly line: number };

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace, lineFeed] = [34, 92, 44, 91, 93, 123, 125, 10] as const;

/**
 * The elements of the array that the text consists of, each with the line it begins on.
 * @throws {BrokenFeedError} when the text is no array, ends too early, or one element is larger than a house can be.
 */
export async function* arrayElements(chunks: AsyncIterable<string>): AsyncGenerator<JsonElement> {
  let line = 1;
  let state = 'before' as 'before' | 'between' | 'inside' | 'after';
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let parts: string[] = [];
  let size = 0;
  let startLine = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const code = chunk.charCodeAt(index);
      if (code === lineFeed) line++;
      if (state === 'inside') {
        if (isString) {
          if (isEscaped) isEscaped = false;
          else if (code === backslash) isEscaped = true;
          else if (code === quote) isString = false;
          continue;
        }
        if (code === quote) isString = true;
        else if (code === openBrace || code === openBracket) depth++;
        const ends = depth === 0 && (code === comma || code === closeBracket);
        if (code === closeBrace || code === closeBracket) depth--;
        if (!ends) continue;
        parts.push(chunk.slice(start, index));
        yield { text: parts.join(''), line: startLine };
        parts = [];
        size = 0;
        depth = 0;
        state = code === comma ? 'between' : 'after';
        continue;
      }
      if (isSpace(code)) continue;
      if (state === 'before') {
        if (code !== openBracket) throw new BrokenFeedError(line, 'the file is not an array of houses: it does not begin with [');
        state = 'between';
      } else if (state === 'after') throw new BrokenFeedError(line, 'there is text after the end of the array');
      else if (code === closeBracket) state = 'after';
      else {
        state = 'inside';
        start = index;
        startLine = line;
        depth = code === openBrace || code === openBracket ? 1 : 0;
        isString = code === quote;
      }
    }
    if (state === 'inside') {
      const rest = chunk.slice(start);
      parts.push(rest);
      size += rest.length;
      if (size > largestHouse) throw new BrokenFeedError(startLine, 'this house does not end; a bracket or quotation mark is missing');
    }
  }
  if (state === 'before') throw new BrokenFeedError(line, 'the file has no array of houses');
  if (state !== 'after')
    throw new BrokenFeedError(
      state === 'inside' ? startLine : line,
      state === 'inside' ? 'the file ends inside the house that begins here' : 'the file ends before the array does',
    );
}

/** The line breaks before the value at `path` in valid JSON text; before the whole when there is no such value. */
export function breaksBefore(text: string, path: readonly (string | number)[]): number {
  let at = 0;
  const skipSpace = (): void => {
    while (isSpace(text.charCodeAt(at))) at++;
  };
  const skipString = (): string => {
    const from = at++;
    for (; text.charCodeAt(at) !== quote && at < text.length; at++) if (text.charCodeAt(at) === backslash) at++;
    return text.slice(from, ++at);
  };
  const skipValue = (): void => {
    skipSpace();
    if (text.charCodeAt(at) === quote) return void skipString();
    let depth = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        skipString();
        at--;
      } else if (code === openBrace || code === openBracket) depth++;
      else if (code === closeBrace || code === closeBracket) {
        if (depth === 0) return;
        if (--depth === 0) return void at++;
      } else if (depth === 0 && code === comma) return;
    }
  };
  for (const step of path) {
    skipSpace();
    const wanted = typeof step === 'string' ? openBrace : openBracket;
    if (text.charCodeAt(at) !== wanted) return 0;
    at++;
    for (let index = 0; ; index++) {
      skipSpace();
      if (at >= text.length || text.charCodeAt(at) === closeBrace || text.charCodeAt(at) === closeBracket) return 0;
      let key: string | number = index;
      if (wanted === openBrace) {
        key = JSON.parse(skipString()) as string;
        skipSpace();
        at++;
        skipSpace();
      }
      if (key === step) break;
      skipValue();
      skipSpace();
      if (text.charCodeAt(at) === comma) at++;
    }
  }
  skipSpace();
  return text.slice(0, at).split('\n').length - 1;
}
