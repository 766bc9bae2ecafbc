/** The running site for the length of a test run. Tests ask for its address: `inject('baseUrl')`. */
import type { TestProject } from 'vitest/node';
import { startSite } from './site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite();
  project.provide('baseUrl', site.baseUrl);
  return async () => void (await site.stop());
}
