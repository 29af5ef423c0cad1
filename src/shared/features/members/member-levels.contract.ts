import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'

/** The colour of a level's tag, which always shows the name as well. */
export const LevelColour = z.enum(['slate', 'bronze', 'silver', 'gold', 'green', 'blue', 'violet', 'red'])
export type LevelColour = z.infer<typeof LevelColour>

/** Experience of a level that is only given by hand or bought. */
export const MANUAL_LEVEL = -1

/** Most experience of a member, well below the limit of exact integers in JavaScript. */
const MAX_EXPERIENCE = 1_000_000_000_000

const levelFields = z.object({
  /** The code in members and rules; it never changes. */
  code: exact(32, 1).regex(/^[\p{L}\p{N}_-]+$/u),
  name: line(20, 1),
  /** Higher levels may use the rules of lower ones. */
  rank: z.number().int().min(1).max(99),
  /** Experience from which members have it automatically; -1: only by hand. */
  experience: z.number().int().min(MANUAL_LEVEL).max(MAX_EXPERIENCE),
  /** Discount, per cent of the price. */
  discount: z.number().int().min(0).max(100),
  colour: LevelColour,
  benefits: line(300),
})

const marks = {
  name: { kind: 'text', label: 'level.name', sort: true },
  code: { kind: 'text', label: 'level.code', sort: true },
  rank: { kind: 'number', label: 'level.rank', sort: true },
  experience: { kind: 'number', label: 'level.experience', sort: true },
  discount: { kind: 'number', label: 'level.discount', sort: true },
  colour: { kind: 'text', label: 'level.colour' },
  benefits: { kind: 'text', label: 'level.benefits' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** The member levels of a store. */
export const memberLevelResource = resource({
  path: '/memberlevel/sysMemberLevel',
  permission: 'memberlevel',
  noun: 'member levels',
  entity: entity(
    levelFields.extend({
      sysOrgCode: z.string(),
      /** Number of members with this level; only set in lists. */
      memberCount: z.number().int().nullable(),
    }),
  ),
  create: levelFields.partial({ code: true, experience: true, discount: true, colour: true, benefits: true }),
  update: levelFields.omit({ code: true }),
  ...fieldsOf(marks),
  order: { column: 'rank', order: 'asc' },
})

/** Members whose experience is enough for a higher level. */
const Raisable = z.object({
  total: z.number().int(),
  levels: z.array(z.object({ code: z.string(), name: z.string(), count: z.number().int() })),
})

const { path } = memberLevelResource

export const memberLevels = onScreen('level', {
  ...crudRoutes(memberLevelResource),
  ...undoRoutes(memberLevelResource),
  addUsual: route({
    method: 'POST',
    path: `${path}/addUsual`,
    summary: 'Adds four default levels to the current store, unless it has any',
    access: 'memberlevel:add',
    result: z.object({ added: z.number().int() }),
  }),
  raisable: route({
    method: 'GET',
    path: `${path}/raisable`,
    summary: 'How many members of the current store have the experience for a higher level',
    access: 'memberlevel:edit',
    lane: 'lists',
    result: Raisable,
  }),
  raise: route({
    method: 'POST',
    path: `${path}/raise`,
    summary: 'Raises members of the current store by experience, in batches; repeat until none is left',
    access: 'memberlevel:edit',
    result: z.object({ raised: z.number().int(), isDone: z.boolean() }),
  }),
})
export type MemberLevel = z.output<(typeof memberLevels)['queryById']['result']>
