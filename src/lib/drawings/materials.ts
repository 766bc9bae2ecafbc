/** Colours that several ways of building share; walls come with the trim that suits them. */

export const brick = [
  ['#B4664B', '#EFE4D2'],
  ['#A3553F', '#E8DCC8'],
  ['#C08463', '#F2E8D8'],
  ['#8D4D3F', '#E6D8C4'],
  ['#C7A67C', '#F3EBDC'],
  ['#B98F6A', '#EFE6D6'],
] as const;
export const paleStucco = [
  ['#F1E7D6', '#FFFBF2'],
  ['#E9D8BC', '#FBF4E6'],
  ['#E6D5C8', '#FAF3EA'],
  ['#DDE0D6', '#F8F6EE'],
  ['#EBDDD0', '#FFF9F0'],
] as const;
export const warmStucco = [
  ['#E7B98F', '#FAEBD5'],
  ['#EFD3A4', '#FDF3DE'],
  ['#F3E4CB', '#FFFAEE'],
  ['#DFA083', '#F8E3CF'],
  ['#F6EFE2', '#FFFDF8'],
  ['#E8C9B0', '#FBEEDF'],
] as const;
export const slate = ['#5E6670', '#6C6F77', '#4E5862'] as const;
export const clay = ['#B5653F', '#C0764E', '#A65A41'] as const;
export const dark = ['#39424D', '#2F3A44', '#4A4743'] as const;
export const white = ['#FAF6EE', '#F4EFE4'] as const;
export const doors = ['#0F5C6E', '#C8421F', '#2F5D4A', '#B7791F', '#6B3F4C', '#2E4B63'] as const;
export const fins = ['#C8421F', '#0F5C6E', '#D99A3C', '#5E8C6A', '#E0876A', '#7FA6AE'] as const;
