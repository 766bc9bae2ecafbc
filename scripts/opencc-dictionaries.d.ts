/** The dictionaries of opencc-js come without types: `from to|from to|…`. */
declare module 'opencc-js/dict/*' {
  const dictionary: string;
  export default dictionary;
}
