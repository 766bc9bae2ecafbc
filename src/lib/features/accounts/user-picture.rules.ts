/** The picture of a person, and what is drawn in its place while they have given none. */
import type { User } from './accounts.schema.ts';

/** Drawn ones. */
const drawn = 12;

/**
 * R3.05: the address of somebody's picture.
 * @example pictureOf({ id: 14, picture: undefined }) // '/users/files/avatar-2.svg'
 */
export const pictureOf = ({ id, picture }: Pick<User, 'id' | 'picture'>): string => `/users/files/${picture ?? `avatar-${id % drawn}.svg`}`;

/** The number of a drawn picture that a name asks for. @example drawnIn('avatar-2.svg') // 2 */
export function drawnIn(name: string): number | undefined {
  const number = /^avatar-(\d{1,2})\.svg$/.exec(name)?.[1];
  return number !== undefined && Number(number) < drawn && String(Number(number)) === number ? Number(number) : undefined;
}

/** The same of our colours in daylight and at night, each with white on it at 4.5 to 1 or more. */
const grounds = ['#0b5e74', '#2f5d3a', '#8a3b52', '#6b4a1f', '#4a4a8a', '#5a3d73'] as const;

/** Head and shoulders on a ground of its own, or a roof with a lit window. @param number 0 to 11. */
export function drawAvatar(number: number): string {
  const ground = grounds[number % grounds.length];
  const shape =
    number < grounds.length
      ? '<circle cx="32" cy="25" r="11"/><path d="M10 60a22 20 0 0 1 44 0z"/>'
      : '<path d="M32 12 52 29v25H12V29z"/><path d="M26 36h12v12H26z" fill="#ffd98a"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><path fill="${ground}" d="M0 0h64v64H0z"/><g fill="#fff">${shape}</g></svg>`;
}
