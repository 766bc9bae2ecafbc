/** Figures of jobs for `/metrics`. */
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Db } from '#lib/db/database.ts';
import { queueCounts } from './job-store.repository.ts';

export type JobOutcome = 'done' | 'failed' | 'dead' | 'not-yet';
export type JobCounts = { add(name: string, outcome: JobOutcome): void; measure(registry: Registry): void };

/** @param names of the jobs of this process; queues of others are not shown. */
export function createJobCounts(db: Db, names: readonly string[]): JobCounts {
  const counts = new Map<string, number>();
  return {
    add(name, outcome) {
      const key = `${name} ${outcome}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    measure(registry) {
      new Counter({
        name: 'loftling_jobs_total',
        help: 'Attempts of jobs by how they ended: done, failed (tried again), dead, not-yet (waits for its time).',
        labelNames: ['job', 'outcome'],
        registers: [registry],
        collect() {
          this.reset();
          for (const [key, count] of counts) {
            const [name = '', outcome = ''] = key.split(' ');
            this.inc({ job: name, outcome }, count);
          }
        },
      });
      new Gauge({
        name: 'loftling_jobs',
        help: 'Jobs in the database by state: waiting, active, dead.',
        // Every process of this server tells the same.
        aggregator: 'first',
        labelNames: ['job', 'state'],
        registers: [registry],
        async collect() {
          // Without the database there are no figures, which is a figure too; the rest of the page must not fail for it.
          const queues = await queueCounts(db).catch(() => []);
          this.reset();
          for (const { name, waiting, active, dead } of queues) {
            if (!names.includes(name)) continue;
            this.set({ job: name, state: 'waiting' }, waiting);
            this.set({ job: name, state: 'active' }, active);
            this.set({ job: name, state: 'dead' }, dead);
          }
        },
      });
    },
  };
}
