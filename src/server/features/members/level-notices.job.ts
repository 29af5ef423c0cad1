import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { findTemplate, queueMessageTo } from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fillTemplate, variablesOf } from '#shared/features/messages/message-template.calc.ts'
import { addressOf, memberVariables } from './member-messages.service.ts'
import { currentMember } from './merged-members.repository.ts'

/** The template that tells members of a higher level; a store without one says nothing (`raise_level`). */
const TEMPLATE = 'member_levelup'
const PORTION = 100
/** Nobody presses anything for it. */
const SENDER = 'system'

interface Notice {
  id: string
  orgCode: string
  memberId: string
}

/** Tells members of the level that they were raised to, each once: notice and message change in one transaction. */
export async function sendLevelNotices(deps: Deps): Promise<number> {
  for (let told = 0; ; ) {
    const done = await deps.db.scoped(EVERY_STORE, async (trx) => {
      const { rows } = await sql<Notice>`
        delete from level_notice n using (
          select id, org_code from level_notice order by raised_at limit ${PORTION} for update skip locked) due
        where n.id = due.id and n.org_code = due.org_code returning n.id, n.org_code, n.member_id`.execute(trx)
      for (const notice of rows) await tell(deps, trx, notice)
      return rows.length
    })
    told += done
    if (done < PORTION) return told
  }
}

/** One who cannot be reached, or of whom the template asks more than is known, is not told. */
async function tell(deps: Deps, trx: Transaction, { id, orgCode, memberId }: Notice): Promise<void> {
  const member = await currentMember(trx, memberId)
  const template = await findTemplate(
    trx,
    { orgCode, scope: { from: orgCode, to: orgCode } },
    { templateCode: TEMPLATE },
  )
  if (!member || !template) return
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
        content: fillTemplate(template.templateContent, values, false),
        params: JSON.stringify(values),
        receiver,
        orgCode,
        memberId: member.id,
      },
    )
  } catch (error) {
    // A channel that is off, or an address that is none, is refused before anything is written.
    if (!(error instanceof AppError)) throw error
    deps.log.warn({ code: error.code }, 'a member is not told of a level')
  }
}
