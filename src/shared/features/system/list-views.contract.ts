import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'

/** Most views of a user per list and in total. */
export const MAX_VIEWS_PER_LIST = 20
export const MAX_VIEWS = 200

const MAX_CONTENT_LENGTH = 8000

const Condition = z.object({ field: exact(64, 1), rule: exact(16, 1), val: exact(500) })

/** Filters, order and columns of a list; unknown fields are ignored. */
export const ListViewContent = z
  .strictObject({
    filters: z.array(z.strictObject({ name: exact(80, 1), value: exact(500) })).max(60),
    advanced: z.strictObject({ match: z.enum(['and', 'or']), lines: z.array(Condition).max(30) }).nullable(),
    column: exact(64, 1),
    order: z.enum(['asc', 'desc']),
    pageSize: z.number().int().min(5).max(200),
    /** Visible columns; null: the list's default. */
    columns: z.array(exact(64, 1)).min(1).max(100).nullable(),
  })
  .refine((content) => JSON.stringify(content).length <= MAX_CONTENT_LENGTH, wrong('input.viewTooLarge'))
export type ListViewContent = z.infer<typeof ListViewContent>

const ListView = z.object({
  id: z.string(),
  /** Name of the list's contract. */
  list: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  content: ListViewContent,
})
export type ListView = z.infer<typeof ListView>

export const Density = z.enum(['compact', 'middle', 'large'])
export type Density = z.infer<typeof Density>

const ListName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9/-]{0,99}$/)

/** Saved views of lists, private to each user. */
export const listViews = onScreen('field.view', {
  mine: route({
    method: 'GET',
    path: '/sys/listView/mine',
    summary: "The caller's list views and list density",
    access: 'signedIn',
    result: z.object({ density: Density.nullable(), views: z.array(ListView) }),
  }),
  add: route({
    method: 'POST',
    path: '/sys/listView/add',
    summary: 'Stores a view of a list under a name',
    access: 'signedIn',
    body: z.object({
      list: ListName,
      name: line(40, 1),
      isDefault: z.boolean().default(false),
      content: ListViewContent,
    }),
    result: z.object({ id: z.string() }),
    message: 'message.added',
  }),
  edit: route({
    method: 'PUT',
    path: '/sys/listView/edit',
    summary: 'Changes the sent fields of a view: name, content, and whether its list opens with it',
    access: 'signedIn',
    body: z.object({
      id: z.uuid(),
      name: line(40, 1).optional(),
      isDefault: z.boolean().optional(),
      content: ListViewContent.optional(),
    }),
    result: z.null(),
    message: 'message.updated',
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/listView/delete',
    summary: 'Removes a view',
    access: 'signedIn',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  density: route({
    method: 'PUT',
    path: '/sys/listView/density',
    summary: "Sets the density of the caller's lists",
    access: 'signedIn',
    body: z.object({ density: Density }),
    result: z.null(),
  }),
})
