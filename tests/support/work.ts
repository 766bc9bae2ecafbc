/** What work costs the processor, however busy the machine is with other things. */

/** Milliseconds that this thread computed while it did something. */
export async function workOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
