import type { z } from 'zod'
import { idFrom } from '#server/core/content-id.ts'
import { crudTable, type Writer } from '#server/core/lists/crud.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { isRich, type TemplateType } from '#shared/features/messages/message-templates.contract.ts'
import { messageResource } from '#shared/features/messages/messages.contract.ts'
import { lockMessage, type MessageRow, updateMessage } from './messages.repository.ts'
import { queue, receiverOf, requireChannel } from './messages.service.ts'

type NewMessage = z.output<typeof messageResource.create>
type Message = z.output<typeof messageResource.entity>

/** The API family prefixes fields with "es" (message). */
const columns = {
  esTitle: 'title',
  esContent: 'content',
  esParam: 'params',
  esReceiver: 'receiver',
  esType: 'type',
  esSendStatus: 'sendStatus',
  esSendNum: 'sendCount',
  esSendTime: 'sendTime',
  esResult: 'result',
}
const table = crudTable(messageResource, { table: 'message', ofStores: true, columns })

const masked = (row: Message): Message => (row.esType === '1' ? { ...row, esReceiver: maskPhone(row.esReceiver) } : row)
const sanitized = (type: TemplateType, content: string): string => (isRich(type) ? sanitizeHtml(content) : content)

/** Queues a message without a template. Throws `auth.chooseStore`, `messages.channelOff` or why the receiver is invalid. */
export async function addMessage(
  deps: Deps,
  trx: Transaction,
  { esTitle, esContent, esParam, esReceiver, esType, remark }: NewMessage,
  { user, at }: Writer,
  { id, jobId }: { id: string; jobId: string },
): Promise<void> {
  if (user.orgCode === '') throw new AppError('auth.chooseStore')
  await requireChannel(deps, trx, { type: esType, orgCode: user.orgCode }, 'esType')
  const receiverId = await receiverOf(trx, esType, esReceiver, 'esReceiver')
  await queue(deps, trx, jobId, {
    id,
    orgCode: user.orgCode,
    title: esTitle,
    content: sanitized(esType, esContent),
    params: esParam,
    receiver: esReceiver,
    receiverId,
    type: esType,
    templateCode: '',
    remark,
    createdBy: user.username,
    createdAt: at,
  })
}

/** The id of an imported message is derived from day, receiver and content, so that importing a workbook twice sends nothing twice. */
function importId(values: NewMessage, { user, at }: Writer): string {
  const { esTitle, esContent, esParam, esReceiver, esType } = values
  const day = toWireTime(at).slice(0, 10)
  return idFrom(user.orgCode, day, esType, esReceiver, esTitle, esContent, esParam)
}

/** Locked, so that a message does not change while a worker sends it. */
async function locked(trx: Transaction, id: string): Promise<MessageRow> {
  await table.get(trx, id)
  const row = await lockMessage(trx, id)
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

/**
 * Statements of the delivery log: phones are masked, and a message can only be changed before the first attempt. Throws
 * `messages.alreadySent` or `messages.beingSent`.
 */
export const deliveryLog = (deps: Deps): typeof table => ({
  ...table,
  async page(trx, user, query, more) {
    const page = await table.page(trx, user, query, more)
    return { ...page, records: page.records.map(masked) }
  },
  async *each(trx, user, query, more) {
    for await (const rows of table.each(trx, user, query, more)) yield rows.map(masked)
  },
  get: async (trx, id) => masked(await table.get(trx, id)),
  async add(trx, values, writer) {
    const id = importId(values, writer)
    // A new job id: the job of a deleted message with this id may have existed.
    await addMessage(deps, trx, values, writer, { id, jobId: newId() })
    return id
  },
  async edit(trx, id, { esReceiver: newReceiver, ...values }, writer) {
    const row = await locked(trx, id)
    // Forms send back the masked phone; it stands for the stored one.
    const esReceiver = newReceiver === undefined || newReceiver === maskPhone(row.receiver) ? row.receiver : newReceiver
    const { esType = row.type, esContent = row.content } = values
    const changes = { ...values, ...(esReceiver === row.receiver ? {} : { esReceiver }) }
    if (Object.values(changes).every((value) => value === undefined)) return table.edit(trx, id, {}, writer)
    if (row.sendStatus !== '0' || row.sendCount > 0) throw new AppError('messages.alreadySent')
    await requireChannel(deps, trx, { type: esType, orgCode: row.orgCode }, 'esType')
    const receiverId = await receiverOf(trx, esType, esReceiver, 'esReceiver')
    await updateMessage(trx, id, { receiverId })
    return table.edit(trx, id, { ...changes, esContent: sanitized(esType, esContent) }, writer)
  },
  async remove(trx, ids) {
    for (const id of [...new Set(ids)].sort()) {
      if ((await locked(trx, id)).sendStatus === '3') throw new AppError('messages.beingSent')
    }
    return (await table.remove(trx, ids)).map(masked)
  },
})
