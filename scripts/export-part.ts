/** A process of the export: renders and writes the pages it is told, and ends when nobody tells it any more. */
import { openExport, processorUsed } from './export-setup.ts';
import type { PageOrder, PageResult } from './export-setup.ts';

const { writer, close } = await openExport(process.argv.includes('--all'));
const tell = (result: PageResult | 'ready'): void => void process.send?.(result);
/** What starting took is not of the pages. */
const before = processorUsed();
const used = (): number => processorUsed() - before;

process.on('message', ({ id, path, group }: PageOrder) => {
  writer.write(path, group).then(
    (page) => tell({ id, page, processor: used() }),
    (error: unknown) => tell({ id, error: error instanceof Error ? error.message : String(error), processor: used() }),
  );
});
process.once('disconnect', () => void close());
tell('ready');
