/** The menus there are; the name is also what the use of their entries is recorded under. */
export const menuNames = ['main', 'mobile', 'find', 'company', 'partnership', 'support'] as const;
export type MenuName = (typeof menuNames)[number];
