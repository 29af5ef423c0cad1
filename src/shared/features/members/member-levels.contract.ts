import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'

/** How a level's tag looks; its name always stands on it. */
export const LevelColour = z.enum(['slate', 'bronze', 'silver', 'gold', 'green', 'blue', 'violet', 'red'])
export type LevelColour = z.infer<typeof LevelColour>

/** Experience of a level that members have only by hand, or by what they buy. */
export const MANUAL_LEVEL = -1

/** The longest experience that a member may gather; it leaves room below what JavaScript counts exactly. */
const MOST_EXPERIENCE = 1_000_000_000_000

const levelFields = z.object({
  /** What members and rules name it by; it never changes. */
  code: exact(32, 1).regex(/^[\p{L}\p{N}_-]+$/u),
  name: line(20, 1),
  /** Higher levels may use what lower ones may. */
  rank: z.number().int().min(1).max(99),
  /** From how much experience members have it by themselves; -1: only by hand. */
  experience: z.number().int().min(MANUAL_LEVEL).max(MOST_EXPERIENCE),
  /** Percent that is taken off a price. */
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

/** The levels that a store gives its members. */
export const memberLevelResource = resource({
  path: '/memberlevel/sysMemberLevel',
  permission: 'memberlevel',
  noun: 'member levels',
  entity: entity(
    levelFields.extend({
      sysOrgCode: z.string(),
      /** How many members have it; only lists count them. */
      memberCount: z.number().int().nullable(),
    }),
  ),
  create: levelFields.partial({ code: true, experience: true, discount: true, colour: true, benefits: true }),
  update: levelFields.omit({ code: true }),
  ...fieldsOf(marks),
  order: { column: 'rank', order: 'asc' },
})

/** Members who would have a higher level by their experience than they have now. */
const Raisable = z.object({
  total: z.number().int(),
  levels: z.array(z.object({ code: z.string(), name: z.string(), count: z.number().int() })),
})

const { path } = memberLevelResource

export const memberLevels = onScreen('level', {
  ...crudRoutes(memberLevelResource),
  addUsual: route({
    method: 'POST',
    path: `${path}/addUsual`,
    summary: 'Adds four usual levels to the current store, and none where it has some',
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
    summary: 'Raises members of the current store by their experience, some at a time; repeat it until none is left',
    access: 'memberlevel:edit',
    result: z.object({ raised: z.number().int(), isDone: z.boolean() }),
  }),
})
export type MemberLevel = z.output<(typeof memberLevels)['queryById']['result']>
