import type { BoundCall } from '#lib/api/bind.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Registry } from '#lib/ports/registry/registry.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { realnameSource } from './personal-data.service.ts';
import { createNamesByHandRepository } from './names-by-hand.repository.ts';
import { createNamesByHand } from './names-by-hand.service.ts';
import type { NamesByHandParts, NamesByHandService } from './names-by-hand.service.ts';
import { realnameCalls } from './realname.api.ts';
import { realnameJobs } from './realname.jobs.ts';
import { createRealnameLoader } from './realname.loader.ts';
import type { ColleaguesOf, RealnameLoader } from './realname.loader.ts';
import { createRealnameRepository } from './realname.repository.ts';
import { createRealnameService } from './realname.service.ts';
import type { RealnameParts, RealnameService } from './realname.service.ts';

export type Realname = {
  readonly service: RealnameService;
  readonly loader: RealnameLoader;
  readonly calls: readonly BoundCall[];
  readonly byHand: NamesByHandService;
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly registry: Registry;
  /** Whether names are checked on this site. */
  readonly realNameCheck: boolean;
  /** Numbers of somebody's account, with dial code. */
  readonly phonesOf: RealnameParts['phonesOf'];
  /** What is done to accounts by hand: written down, and told to their person. */
  readonly accounts: Pick<NamesByHandParts, 'audit' | 'transact' | 'personInTurn' | 'tell'>;
  readonly colleagues: ColleaguesOf;
  /** Writes down what somebody agreed to by giving their name. */
  readonly agreed: RealnameParts['agreed'];
  readonly counters: CounterStore;
  /** Multiplies every limit; 0 lifts all. */
  readonly rateLimitFactor: number;
};

/** Questions to a register in a day (UTC): each may cost money, and a stranger's card must not be guessed at. */
const mostQuestions = { person: 5, site: 2_000 } as const;

/** Everything about names as identity cards have them. */
export function createRealname({
  db,
  secrets,
  registry,
  realNameCheck,
  phonesOf,
  agreed,
  accounts,
  colleagues,
  counters,
  rateLimitFactor: factor,
}: Parts): Realname {
  const byHand = createNamesByHand({ ...accounts, repository: createNamesByHandRepository(db), secrets, isOn: realNameCheck });
  const service = createRealnameService({
    repository: createRealnameRepository(db),
    registry,
    secrets,
    transact: (work) => transact(db, work),
    isOn: realNameCheck,
    phonesOf,
    agreed,
    byHand,
    async maySpend(userId) {
      if (factor === 0) return true;
      const [person, whole] = [mostQuestions.person, mostQuestions.site].map((most) => Math.ceil(most * factor)) as [number, number];
      return (await counters.addWithin(`real name of ${userId}`, 1, person)) && (await counters.addWithin('real names', 1, whole));
    },
  });
  return {
    service,
    joiner: service.joiner,
    byHand,
    loader: createRealnameLoader(service, byHand, colleagues),
    calls: realnameCalls(service, byHand),
    jobs: realnameJobs(service),
    personal: realnameSource(service, byHand),
  };
}
