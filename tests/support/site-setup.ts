/**
 * The running site for the length of a test run, or the one that BASE_URL says runs already.
 * Tests ask for its address: `inject('baseUrl')`.
 */
import type { TestProject } from 'vitest/node';
import { startSite } from './site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['BASE_URL'];
  if (running) {
    project.provide('baseUrl', running);
    return async () => undefined;
  }
  const site = await startSite();
  project.provide('baseUrl', site.baseUrl);
  return async () => void (await site.stop());
}
