/** Calls of groups that book together (R2.146, R3.55). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { orderStates } from '#lib/features/orders/order.process.rules.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { groupActForm, groupActs, joinGroupForm, makeGroupForm } from './groups.schema.ts';

const mine = { access: 'login', fulfils: ['R2.146', 'R3.55'] } as const;

export const makeGroupContract = contract({
  ...mine,
  name: 'group-make',
  summary: 'Makes a group and keeps a bed for each of it, of leases of one home, all or none; who makes it begins an application.',
  method: 'POST',
  path: '/_appApi/order/group/make',
  input: inputOf(makeGroupForm),
  output: z.object({ group: z.string(), code: z.string().check(z.describe('Names the application')) }),
  limit: 'write-heavy',
  errors: ['sold-out'],
});

export const joinGroupContract = contract({
  ...mine,
  name: 'group-join',
  summary: 'Joins the group of a link with an application of one’s own, for one of the places that are left.',
  method: 'POST',
  path: '/_appApi/order/group/join',
  input: inputOf(joinGroupForm),
  output: z.object({ group: z.string(), code: z.string().check(z.describe('Names the application')) }),
  limit: 'write-heavy',
  errors: ['not-found'],
});

export const groupActContract = contract({
  ...mine,
  name: 'group-act',
  summary: 'Makes a new link, has another lease for an open place, leaves a group before the application is sent, or ends a group one has made.',
  method: 'POST',
  path: '/_appApi/order/group/act',
  input: inputOf(groupActForm),
  output: z.object({ group: z.string(), act: z.enum(groupActs) }),
  errors: ['not-found', 'not-now', 'sold-out'],
});

export const groupsContract = contract({
  ...mine,
  name: 'groups',
  summary: 'Groups of who is signed in, with the first name and the state of each member.',
  method: 'GET',
  path: '/_appApi/order/groups',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        group: z.string(),
        house_id: z.int(),
        move_in: z.string(),
        move_out: z.string(),
        size: z.int(),
        places: z
          .array(z.object({ unit_id: z.int(), tenancy_id: z.int(), room: z.string(), move_in: z.string(), move_out: z.string(), left: z.int() }))
          .check(z.describe('Beds that are kept and that no application has taken, by lease; `left`: those that one may still choose')),
        until: z.string(),
        is_open: z.boolean(),
        members: z.array(z.object({ called: z.string(), room: z.string(), state: z.enum(orderStates), is_me: z.boolean(), has_left: z.boolean() })),
      }),
    ),
  }),
});
