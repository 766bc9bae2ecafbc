/** A browser that draws maps by the processor, for tests that open one. */
import { chromiumArguments, installedBrowser } from './chromium.ts';

const executablePath = installedBrowser();

export const drawsMaps = {
  ...(executablePath ? { executablePath } : {}),
  args: [...chromiumArguments.filter((argument) => argument !== '--disable-gpu'), '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
};
