import { z } from 'zod'
import { crudRoutes, entity, RecordId, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { DisplayState, defaultLayout, ScreenLayout } from './screens.schema.ts'

const screenFields = z.object({ name: line(40, 1), layout: ScreenLayout })

const marks = {
  name: { kind: 'text', label: 'screen.name', sort: true },
  layout: { kind: 'text', label: 'screen.layout', unsearched: true },
  isHouse: { kind: 'flag', label: 'screen.house', unsearched: true },
  deviceId: { kind: 'id', label: 'device.one' },
  seenTime: { kind: 'time', label: 'screen.seen', sort: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Big screens of a store, each with its own layout and key. */
export const screenResource = resource({
  path: '/tvscreen/sysTvScreen',
  permission: 'tvscreen',
  noun: 'big screens',
  entity: entity(
    screenFields.extend({
      sysOrgCode: z.string(),
      isHouse: z.boolean(),
      deviceId: z.string().nullable(),
      seenTime: WireTime.nullable(),
    }),
  ),
  create: screenFields.extend({ layout: ScreenLayout.default(defaultLayout) }),
  update: screenFields,
  ...fieldsOf(marks),
})

/** The address of a screen: its store and its key. */
const ScreenKey = z.object({ id: z.uuid(), orgCode: z.string(), key: z.string() })

export const screens = {
  ...crudRoutes(screenResource),
  open: route({
    method: 'POST',
    path: '/tvscreen/sysTvScreen/open',
    summary: "The key of the current store's default screen; the first call creates the screen",
    access: 'tvscreen:open',
    body: z.object({}),
    result: ScreenKey,
    audited: false,
  }),
  address: route({
    method: 'GET',
    path: '/tvscreen/sysTvScreen/address',
    summary: 'The key of a screen, for its address',
    access: 'tvscreen:edit',
    query: z.object({ id: RecordId }),
    result: ScreenKey,
  }),
  newKey: route({
    method: 'POST',
    path: '/tvscreen/sysTvScreen/newKey',
    summary: 'Gives a screen a new key; the old one stops working',
    access: 'tvscreen:edit',
    body: z.object({ id: RecordId }),
    result: ScreenKey,
    message: 'message.updated',
  }),
}

/** A key of a screen: 32 random bytes. */
const Key = exact(64, 20)

/** Calls that screens make with their key, without a sign-in. */
export const display = {
  state: route({
    method: 'GET',
    path: '/game/display/state',
    summary: 'Everything that the screen with this key shows; changes come over the socket `/game/display/live`',
    access: 'public',
    query: z.object({ key: Key }),
    result: DisplayState,
  }),
  signIn: route({
    method: 'POST',
    path: '/game/display/signIn',
    summary:
      "Signs a TV in with its store's TV password: the first device is free, others need headquarters' authorization",
    access: 'public',
    body: z.object({
      orgCode: exact(64, 1),
      password: exact(32, 1),
      deviceId: exact(64, 1).regex(/^\S*$/),
    }),
    result: ScreenKey,
    labels: { orgCode: 'display.store', password: 'storeSetting.tvPassword', deviceId: 'display.deviceId' },
  }),
}
