import { z } from 'zod'
import { address, isOwnPage, isWebAddress } from '#shared/core/address.ts'
import { exact, line, lines } from '#shared/core/text.ts'
import { GivenTime, WireTime } from '#shared/core/time.ts'

/** L general, M important, H urgent (spec §3). */
export const Priority = z.enum(['L', 'M', 'H'])
/** 1 notice, 2 system message: the two tabs of the bell. */
export const MsgCategory = z.enum(['1', '2'])
/** Every user of the store and of the stores below it, the people listed in `userIds`, or their guests on the member page. */
export const MsgType = z.enum(['ALL', 'USER', 'GUEST'])
/** 0 draft, 1 released, 2 revoked. */
export const SendStatus = z.enum(['0', '1', '2'])
/** What "go handle" opens: an address, or a page of ours by its component key. */
export const OpenType = z.enum(['', 'url', 'component'])

const orNothing = (text: z.ZodString) => text.nullable().transform((value) => value ?? '')
const optionalTime = z
  .union([GivenTime, z.literal('')])
  .nullable()
  .transform((value) => value || null)

/** People by id, joined by commas and with one at the end, as the family writes them. */
const UserIds = exact(40_000)
  .nullable()
  .transform((value) => [...new Set((value ?? '').split(',').filter(Boolean))])
  .pipe(z.array(z.uuid()).max(1000))

/** Null or '' empties a field. A field that is not sent is empty in a new announcement and unchanged in an edited one. */
const announcementFields = z.object({
  titile: line(100, 1),
  msgAbstract: orNothing(line(200)),
  /** Rich text; the server keeps only harmless markup. */
  msgContent: orNothing(lines(100_000)),
  /** The picture that it is shown with; the form asks for one (spec §5), clients of the family know none. */
  homeImage: orNothing(address(255)),
  startTime: optionalTime,
  endTime: optionalTime,
  priority: Priority,
  msgCategory: MsgCategory,
  msgType: MsgType,
  userIds: UserIds,
  busType: orNothing(line(40)),
  busId: orNothing(line(64)),
  openType: OpenType.nullable().transform((value) => value ?? ''),
  /** An address with http(s) or one of ours from `/`, or a component key such as `member/MemberList`. */
  openPage: orNothing(address(300)),
})

const harmlessPage = ({ openType, openPage }: { openType: string; openPage: string }): boolean =>
  openType === '' ||
  (openType === 'url' ? isWebAddress(openPage) || isOwnPage(openPage) : /^[\w-]+(\/[\w-]+)*$/.test(openPage))

interface Fitting {
  openType: string
  openPage: string
  startTime: string | null
  endTime: string | null
  msgType: string
  msgContent: string
  homeImage: string
}

/** Guests see nothing but content and picture (spec §5). */
const isForGuests = ({ msgType }: Fitting): boolean => msgType === 'GUEST'

const fits = <S extends z.ZodType<Fitting>>(schema: S): S =>
  schema
    .refine(harmlessPage, { path: ['openPage'] })
    .refine(({ startTime, endTime }) => !startTime || !endTime || startTime < endTime, { path: ['endTime'] })
    .refine((given) => !isForGuests(given) || given.msgContent.trim() !== '', { path: ['msgContent'] })
    .refine((given) => !isForGuests(given) || given.homeImage !== '', { path: ['homeImage'] })

const { shape } = announcementFields
const newAnnouncement = announcementFields.extend({
  msgAbstract: shape.msgAbstract.default(''),
  msgContent: shape.msgContent.default(''),
  homeImage: shape.homeImage.default(''),
  startTime: shape.startTime.default(null),
  endTime: shape.endTime.default(null),
  userIds: shape.userIds.default([]),
  busType: shape.busType.default(''),
  busId: shape.busId.default(''),
  openType: shape.openType.default(''),
  openPage: shape.openPage.default(''),
})
export const AnnouncementInput = fits(newAnnouncement).refine(
  ({ msgType, userIds }) => msgType !== 'USER' || userIds.length > 0,
  { path: ['userIds'] },
)
export type AnnouncementInput = z.output<typeof AnnouncementInput>
/** The same as a row of a workbook, which names people by their accounts. */
export const AnnouncementRow = fits(
  newAnnouncement.omit({ userIds: true }).extend({
    accounts: z
      .string()
      .transform((value) => [...new Set(value.split(',').flatMap((one) => one.trim().toLowerCase() || []))])
      .pipe(z.array(exact(64)).max(1000))
      .default([]),
  }),
).refine(({ msgType, accounts }) => msgType !== 'USER' || accounts.length > 0, { path: ['accounts'] })
export type AnnouncementRow = z.output<typeof AnnouncementRow>

/** Whether its parts fit each other is seen when they are put together with what stays. */
export const AnnouncementEdit = announcementFields.partial().extend({ id: z.uuid() })
export type AnnouncementEdit = z.output<typeof AnnouncementEdit>

export const Announcement = z.object({
  id: z.uuid(),
  sysOrgCode: z.string(),
  titile: z.string(),
  msgAbstract: z.string(),
  msgContent: z.string(),
  homeImage: z.string(),
  startTime: WireTime.nullable(),
  endTime: WireTime.nullable(),
  sender: z.string(),
  priority: Priority,
  msgCategory: MsgCategory,
  msgType: MsgType,
  sendStatus: SendStatus,
  sendTime: WireTime.nullable(),
  cancelTime: WireTime.nullable(),
  delFlag: z.literal('0'),
  userIds: z.string(),
  busType: z.string(),
  busId: z.string(),
  openType: OpenType,
  openPage: z.string(),
  createBy: z.string(),
  createTime: WireTime,
  updateBy: z.string().nullable(),
  updateTime: WireTime.nullable(),
})
export type Announcement = z.infer<typeof Announcement>

/** An announcement as its readers see it. */
export const MyAnnouncement = Announcement.pick({
  id: true,
  titile: true,
  msgAbstract: true,
  msgContent: true,
  homeImage: true,
  sender: true,
  priority: true,
  msgCategory: true,
  msgType: true,
  busType: true,
  busId: true,
  openType: true,
  openPage: true,
}).extend({
  anntId: z.uuid(),
  userId: z.uuid(),
  readFlag: z.enum(['0', '1']),
  sendTime: WireTime,
  createTime: WireTime,
})
export type MyAnnouncement = z.infer<typeof MyAnnouncement>
