import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { currentMember } from '#server/features/members/merged-members.repository.ts'
import { addressOf, memberVariables } from '#server/features/members/messages/member-messages.service.ts'
import { findTemplate, queueMessageTo } from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fillTemplate, variablesOf } from '#shared/features/messages/message-template.calc.ts'

/** Template of the message about a higher level; a store without it sends none (`raise_level`). */
const TEMPLATE = 'member_levelup'
const BATCH_SIZE = 100
/** Sender of messages that no user triggers. */
const SENDER = 'system'

interface Notice {
  id: string
  orgCode: string
  memberId: string
}

/**
 * Sends each member one message about a new level; notice and message change in one transaction. Returns the number of notices processed.
 */
export async function sendLevelNotices(deps: Deps): Promise<number> {
  for (let sent = 0; ; ) {
    const done = await deps.db.scoped(EVERY_STORE, async (trx) => {
      const { rows } = await sql<Notice>`
        delete from level_notice n using (
          select id, org_code from level_notice order by raised_at limit ${BATCH_SIZE} for update skip locked) due
        where n.id = due.id and n.org_code = due.org_code returning n.id, n.org_code, n.member_id`.execute(trx)
      for (const notice of rows) await sendNotice(deps, trx, notice)
      return rows.length
    })
    sent += done
    if (done < BATCH_SIZE) return sent
  }
}

/** Sends nothing if the member cannot be reached or has opted out of SMS, or if a variable of the template is unknown. */
async function sendNotice(deps: Deps, trx: Transaction, { id, orgCode, memberId }: Notice): Promise<void> {
  const member = await currentMember(trx, memberId)
  const template = await findTemplate(
    trx,
    { orgCode, scope: { from: orgCode, to: orgCode } },
    { templateCode: TEMPLATE },
  )
  if (!member || !template) return
  if (template.templateType === '1' && member.messageConsent === 'NO') return
  const receiver = addressOf(member, template.templateType)
  const values = await memberVariables(trx, member)
  if (receiver === '' || variablesOf(template.templateContent).some((name) => !values[name])) return
  try {
    await queueMessageTo(
      deps,
      trx,
      { key: id, user: { username: SENDER } },
      {
        template,
        occasion: 'level',
        content: fillTemplate(template.templateContent, values, false),
        params: JSON.stringify(values),
        receiver,
        orgCode,
        memberId: member.id,
      },
    )
  } catch (error) {
    // A disabled channel or an invalid address is refused before anything is written.
    if (!(error instanceof AppError)) throw error
    deps.log.warn({ code: error.code }, 'the message about a new level was not sent')
  }
}
