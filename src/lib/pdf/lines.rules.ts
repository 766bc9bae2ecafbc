/** Breaks text into lines for a width, in Chinese as in languages with spaces. Pure: how wide something is, is asked. */

/** Signs that never begin a line, and those that never end one. */
const neverFirst = '，。、；：！？）」』》〉”’％%…·,.;:!?)]}';
const neverLast = '（「『《〈“‘([{';

const isWide = (sign: string): boolean => /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{2ffff}]/u.test(sign);

/**
 * The pieces between which a line may end; a space stays at the end of its piece.
 * @example piecesOf('租金 £225，按周') // ['租', '金 ', '£225，', '按', '周']
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  const signs = [...text];
  for (const [index, sign] of signs.entries()) {
    piece += sign;
    const next = signs[index + 1];
    if (next === undefined || next === ' ') continue;
    const mayBreak = sign === ' ' || ((isWide(sign) || isWide(next)) && !neverFirst.includes(next) && !neverLast.includes(sign));
    if (mayBreak) {
      pieces.push(piece);
      piece = '';
    }
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** The text in lines of at most so wide; a piece that is wider by itself is cut where it must be. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const piece of piecesOf(paragraph)) {
      if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
      while (widthOf(line.trimEnd()) > width && [...line].length > 1) {
        const signs = [...line];
        let fits = 1;
        while (fits < signs.length - 1 && widthOf(signs.slice(0, fits + 1).join('')) <= width) fits += 1;
        lines.push(signs.slice(0, fits).join(''));
        line = signs.slice(fits).join('');
      }
    }
    return [...lines, line.trimEnd()];
  });
}
