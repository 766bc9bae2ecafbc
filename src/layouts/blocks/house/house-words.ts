/** What functions that write parts of a home's pages read of the view: the language, addresses, and the clock for ages. */
import type { SharedView, View } from '#lib/view.ts';

export type HouseWords = SharedView & Pick<View, 'now'>;
