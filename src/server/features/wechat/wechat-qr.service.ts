import type { z } from 'zod'
import type { Writer } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { TargetPages, WechatTarget } from '#shared/features/wechat/wechat-accounts.schema.ts'
import type { wechatQrResource } from '#shared/features/wechat/wechat-qr.contract.ts'
import { accessOf, requireServing } from './wechat-accounts.repository.ts'
import { wechatClient } from './wechat-client.service.ts'
import type { ScannedCode } from './wechat-qr.repository.ts'

type NewQrCode = z.output<typeof wechatQrResource.create>

/** Targets that a code names by an id. */
const WITH_ID: readonly WechatTarget[] = ['event', 'promoter']

/**
 * Asks WeChat for a code of the store's account and stores it. A repeated call is refused by the scene, which is unique among the account's
 * codes. Throws `wechat.noAccount`, `wechat.targetIdMissing`, `wechat.sceneTaken` or what WeChat refuses.
 */
export async function addQrCode(deps: Deps, ctx: CallContext, input: NewQrCode, { user, at }: Writer): Promise<null> {
  const { qrName: name, wechatKind: kind, scene, wechatTarget: target, remark } = input
  if (user.orgCode === '') throw new AppError('auth.chooseStore')
  const targetId = WITH_ID.includes(target) ? input.targetId : ''
  if (WITH_ID.includes(target) && targetId === '') throw new AppError('wechat.targetIdMissing', { field: 'targetId' })
  const account = await requireServing(deps, user.orgCode, kind)
  const issued = await wechatClient(deps, accessOf(deps, account)).createQrCode({ scene, page: account.pages[target] })
  return ctx.tx(async (trx) => {
    const row = {
      id: newId(),
      orgCode: user.orgCode,
      name,
      kind,
      appId: account.appId,
      accountOrgCode: account.orgCode,
      scene,
      target,
      targetId,
      content: 'content' in issued ? issued.content : '',
      remark,
      createdBy: user.username,
      createdAt: at,
      updatedBy: null,
      updatedAt: null,
    }
    await trx.insertInto('wechatQr').values(row).execute()
    if ('picture' in issued) {
      const picture = { qrId: row.id, orgCode: row.orgCode, picture: issued.picture }
      await trx.insertInto('wechatQrPicture').values(picture).execute()
    }
    ctx.touched({ id: row.id, after: input })
    return null
  })
}

/** The page that a code leads to, with what the page needs to know; empty if the account has no such page. */
export function linkOf(pages: TargetPages, { orgCode, target, targetId, scene }: ScannedCode): string {
  const page = URL.parse(pages[target])
  if (!page) return ''
  page.searchParams.set('store', orgCode)
  page.searchParams.set('scene', scene)
  if (targetId) page.searchParams.set('id', targetId)
  return page.href
}
