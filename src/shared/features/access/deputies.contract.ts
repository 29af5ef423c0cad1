import { z } from 'zod'
import { entity } from '#shared/core/crud.ts'
import { route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { WireTimeFilter } from '#shared/core/time.ts'

const Username = line(64, 1)
/** A time, or a day that means its first or last second; empty: unlimited. */
const Time = z.union([z.literal(''), WireTimeFilter]).nullish()

/** A deputy of a user: the family's SysUserAgent. */
export const Deputy = entity(
  z.object({
    userName: z.string(),
    agentUserName: z.string(),
    startTime: z.string().nullable(),
    endTime: z.string().nullable(),
    /** 0 switched off, 1 valid. */
    status: z.enum(['0', '1']),
  }),
)
export type Deputy = z.infer<typeof Deputy>

const fields = { agentUserName: Username, startTime: Time, endTime: Time, status: z.enum(['0', '1']).nullish() }
const labels = {
  userName: 'deputy.person',
  agentUserName: 'deputy.deputy',
  startTime: 'deputy.from',
  endTime: 'deputy.until',
  status: 'deputy.status',
} as const

/**
 * Deputies (`api-family 4`): messages that address a user in that time reach the deputy as well. A deputy gets none of the
 * user's permissions. Users name their own deputy; for other users it takes `user:edit`.
 */
export const deputies = {
  queryByUserName: route({
    labels,
    method: 'GET',
    path: '/sys/sysUserAgent/queryByUserName',
    summary: 'The deputy of the caller or of a user in scope; fails if there is none',
    access: 'signedIn',
    query: z.object({ userName: Username }),
    result: Deputy,
  }),
  add: route({
    labels,
    method: 'POST',
    path: '/sys/sysUserAgent/add',
    summary: 'Sets the deputy of a user who has none',
    access: 'signedIn',
    body: z.object({ userName: Username, ...fields }),
    result: z.null(),
    message: 'message.deputies.saved',
  }),
  edit: route({
    labels,
    method: ['PUT', 'POST'],
    path: '/sys/sysUserAgent/edit',
    summary: 'Changes the deputy or the time; fields that are left out stay',
    access: 'signedIn',
    body: z.object({ id: z.uuid(), ...fields, agentUserName: Username.optional() }),
    result: z.null(),
    message: 'message.deputies.saved',
  }),
}
