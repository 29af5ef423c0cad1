import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { memberOwn } from '#shared/features/member-page/member-own.contract.ts'
import { jpegOf } from '#tests/support/browser/jpeg.ts'
import { codeSentTo, memberOnPage } from '#tests/support/member-page.ts'
import { until } from '#tests/support/until.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
const neighbour = await server.signIn('manager2')

let phones = 13_944_440_000
const onPage = async (given: Parameters<typeof venue.member>[0] = {}) => {
  const phone = String(++phones)
  return { phone, ...(await memberOnPage(server, venue, await venue.member({ phone, ...given }))) }
}

describe('the own data', () => {
  it('changes as often as counter and page together may, and is then refused', async () => {
    const { id, client } = await onPage({ editLimit: 2, nickname: '旧名' })
    const left = async () => (await client.memberOwn.own()).result.changesLeft
    await client.memberOwn.edit({ body: { nickname: '新名', birthday: '1990-05-01' } })
    expect(await left()).toBe(1)
    await client.memberOwn.edit({ body: { nickname: '新名' } })
    expect(await left()).toBe(1)
    await cashier.memberRecords.edit({ body: { id, realname: '张三' } })
    expect(await left()).toBe(0)
    expect(await codeOf(client.memberOwn.edit({ body: { nickname: '又一名' } }))).toBe('members.editLimitReached')
    expect((await client.memberOwn.own()).result).toMatchObject({
      nickname: '新名',
      realname: '张三',
      birthday: '1990-05-01',
    })
  })

  it('counts simultaneous changes one by one, and none without a limit', async () => {
    const { client } = await onPage({ editLimit: 2 })
    const codes = await Promise.all(
      [1, 2, 3, 4, 5].map((one) => codeOf(client.memberOwn.edit({ body: { nickname: `名${one}` } }))),
    )
    expect(codes.filter((code) => code === 'done')).toHaveLength(2)
    const free = await onPage({ editLimit: -1 })
    for (const nickname of ['一', '二', '三']) await free.client.memberOwn.edit({ body: { nickname } })
    expect((await free.client.memberOwn.own()).result.changesLeft).toBe(-1)
  })

  it('is changed in sight of the store: the change is in the history of the member', async () => {
    const { id, client } = await onPage({ nickname: '旧名', editLimit: -1 })
    await client.memberOwn.edit({ body: { nickname: '新名' } })
    const { result } = await manager.logs.history({ query: { kind: '/membermanage/sysMemberManage', id } })
    expect(JSON.stringify(result)).toContain('新名')
  })

  it('changes no field with value, and keeps a name', async () => {
    const { id, client } = await onPage({ nickname: '闪电', editLimit: -1 })
    const body = { nickname: '雷', exp: 9999, memberLevel: 'gold', editLimit: 99, phone: '13900000000' } as object
    await client.memberOwn.edit({ body })
    const [row] = await venue.rows('member').where('id', id)
    expect(row).toMatchObject({ nickname: '雷', experience: 0, memberLevel: '', editLimit: -1 })
    expect(row?.phone).not.toBe('13900000000')
    expect(await codeAndFieldOf(client.memberOwn.edit({ body: { nickname: '', realname: '' } }))).toBe(
      'members.nameRequired realname',
    )
  })
})

describe('the own birthday', () => {
  it('is changed by a known minor to that of another minor only', async () => {
    const year = server.clock.now().getFullYear()
    const { client } = await onPage({ editLimit: -1 })
    const set = (birthday: string | null) => codeAndFieldOf(client.memberOwn.edit({ body: { birthday } }))
    expect(await set(`${year - 10}-05-01`)).toBe('done')
    for (const other of [`${year - 30}-05-01`, '', null])
      expect(await set(other)).toBe('memberOwn.birthdayByStaff birthday')
    expect(await set(`${year - 12}-05-01`)).toBe('done')
    expect((await client.memberOwn.own()).result.birthday).toBe(`${year - 12}-05-01`)
  })
})

describe('the own picture', () => {
  const { dataDir } = server.deps.config
  const stored = (path: string) => existsSync(join(dataDir, 'files', path))
  const uploads = async () => {
    const files = await venue.inEveryStore((trx) =>
      trx.selectFrom('uploadedFile').select('path').where('path', 'like', 'member/%').execute(),
    )
    return files.map(({ path }) => path)
  }
  let sizes = 200
  /** Sends another picture each time, unless one is given. */
  const send = async ({ token }: { token: string }, image = jpegOf({ bytes: ++sizes })) => {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(image)], 'a.jpg', { type: 'image/jpeg' }))
    const answer = await server.request(`/api${memberOwn.picture.path}`, { method: 'POST', body, token })
    const { success, message } = (await answer.json()) as { success: boolean; message: string }
    return success ? 'done' : message
  }

  it('is a JPEG, counts as a change, and the file of the one before is deleted', async () => {
    const member = await onPage({ editLimit: 3 })
    const own = async () => (await member.client.memberOwn.own()).result
    expect(await send(member)).toBe('done')
    const first = (await own()).avatar
    expect([stored(first), (await own()).changesLeft]).toEqual([true, 2])
    expect((await cashier.memberRecords.queryById({ query: { id: member.id } })).result.avatar).toBe(first)
    expect(await send(member)).toBe('done')
    const second = (await own()).avatar
    await until(() => expect(stored(first)).toBe(false))
    expect(await send(member, Buffer.from('<svg/>'))).not.toBe('done')
    expect(await send(member, jpegOf({ width: 4000 }))).not.toBe('done')
    expect(await own()).toMatchObject({ avatar: second, changesLeft: 1 })
    await member.client.memberOwn.edit({ body: { avatar: '' } })
    await until(() => expect(stored(second)).toBe(false))
    expect(await own()).toMatchObject({ avatar: '', changesLeft: 0 })
    expect(await send(member)).toBe('该会员的资料修改次数已用完，请店长修改')
    expect(await uploads()).toEqual([])
  })

  it('is one of several that are sent at once, whose files are deleted, and no address elsewhere', async () => {
    const member = await onPage({ editLimit: 2 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(member)))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(2)
    const { avatar } = (await member.client.memberOwn.own()).result
    await until(async () => expect(await uploads()).toEqual([avatar]))
    const elsewhere = { avatar: 'https://elsewhere.example/spy.png' } as object
    expect(await codeAndFieldOf(member.client.memberOwn.edit({ body: elsewhere }))).toBe('common.invalidInput avatar')
  })

  it('that is sent again, also at once, changes nothing and is stored once', async () => {
    const others = await uploads()
    const member = await onPage({ editLimit: 1 })
    const image = jpegOf()
    expect(await Promise.all([send(member, image), send(member, image)])).toEqual(['done', 'done'])
    const { avatar, changesLeft } = (await member.client.memberOwn.own()).result
    expect(changesLeft).toBe(0)
    expect(await send(member, image)).toBe('done')
    await until(async () => expect(new Set(await uploads())).toEqual(new Set([...others, avatar])))
    expect(stored(avatar)).toBe(true)
  })

  it('that staff have chosen stays stored when the member chooses another', async () => {
    const member = await onPage({ editLimit: -1 })
    await manager.memberRecords.edit({ body: { id: member.id, avatar: 'member/202601/of-staff.png' } })
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('uploadedFile')
        .values({
          path: 'member/202601/of-staff.png',
          orgCode: 'A01A01',
          userId: newId(),
          bytes: 1,
          createdAt: server.clock.now(),
        })
        .execute(),
    )
    expect(await send(member)).toBe('done')
    const { avatar } = (await member.client.memberOwn.own()).result
    expect(await send(member)).toBe('done')
    await until(async () => expect(await uploads()).not.toContain(avatar))
    expect(await uploads()).toContain('member/202601/of-staff.png')
  })
})

describe('the consent to SMS', () => {
  it('is given and withdrawn by the member, also without a change left, and is in the history', async () => {
    const { id, client } = await onPage({ editLimit: 0 })
    const own = async () => (await client.memberOwn.own()).result
    expect(await own()).toMatchObject({ messageConsent: '', changesLeft: 0 })
    for (const messageConsent of ['YES', 'NO', 'NO'] as const) {
      await client.memberOwn.edit({ body: { messageConsent } })
      expect((await own()).messageConsent).toBe(messageConsent)
    }
    expect((await venue.rows('member').where('id', id))[0]).toMatchObject({ messageConsent: 'NO', editLimit: 0 })
    const { result } = await manager.logs.history({ query: { kind: '/membermanage/sysMemberManage', id } })
    expect(result.map(({ after }) => after)).toMatchObject([{ messageConsent: 'NO' }, { messageConsent: 'YES' }])
    const never = { messageConsent: '' } as object
    expect(await codeAndFieldOf(client.memberOwn.edit({ body: never }))).toBe('common.invalidInput messageConsent')
  })
})

describe('the consumption password', () => {
  it('is set by the code sent to the own phone, once, and not by the code of a sign-in', async () => {
    const { phone, client } = await onPage()
    await client.memberOwn.passwordCode()
    const captcha = await codeSentTo(venue, phone)
    const set = (given: object) =>
      codeAndFieldOf(client.memberOwn.setPassword({ body: { captcha, password: '4321', ...given } }))
    expect(await set({ captcha: captcha === '000000' ? '000001' : '000000' })).toBe('account.smsWrong captcha')
    expect(await set({})).toBe('done')
    expect((await client.memberOwn.own()).result.hasPassword).toBe(true)
    expect(await set({ password: '' })).toBe('account.smsWrong captcha')
    expect(await codeOf(server.client().memberPage.signIn({ body: { store: 'A01A01', mobile: phone, captcha } }))).toBe(
      'account.smsWrong',
    )
    expect(server.logs.join()).not.toContain(captcha)
  })

  it('is set by one of several calls at once, and one text is sent for codes that are asked for at once', async () => {
    const { phone, client } = await onPage()
    const asked = await Promise.all([1, 2, 3].map(() => codeOf(client.memberOwn.passwordCode())))
    expect(asked.sort()).toEqual(['account.smsStillValid', 'account.smsStillValid', 'done'])
    expect(await venue.rows('smsOutbox').where('phone', phone)).toHaveLength(1)
    const captcha = await codeSentTo(venue, phone)
    const set = (password: string) => codeOf(client.memberOwn.setPassword({ body: { captcha, password } }))
    const answers = await Promise.all(['1111', '2222', '3333'].map(set))
    expect(answers.filter((one) => one === 'done')).toHaveLength(1)
  })
})

describe('a request to be deleted', () => {
  it('is answered again under its key, also at the same time, and names no other member', async () => {
    const [{ id, client }, other] = [await onPage(), await onPage()]
    const key = newId()
    const ask = (asker = client) => codeOf(asker.memberOwn.requestDeletion({ body: { reason: '搬家' }, key }))
    expect(await Promise.all([ask(), ask()])).toEqual(['done', 'done'])
    expect(await ask()).toBe('done')
    expect(await ask(other.client)).not.toBe('done')
    expect(await venue.rows('memberDeletionRequest').where('memberId', id)).toHaveLength(1)
    expect(await venue.rows('memberDeletionRequest').where('memberId', other.id)).toEqual([])
  })

  it('is open once, seen and answered by managers of the store only, and the member reads the answer', async () => {
    const { id, client } = await onPage()
    const ask = (key = newId()) => codeOf(client.memberOwn.requestDeletion({ body: { reason: '搬家' }, key }))
    const codes = await Promise.all([ask(), ask(), ask()])
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['done', 'memberOwn.deletionOpen']))
    const [row] = (await manager.memberDeletions.list({ query: { userId: id } })).result.records
    expect(row).toMatchObject({ userId: id, reason: '搬家', state: 'open' })
    const body = { id: row?.id ?? '', state: 'refused', answer: '还有未用完的余额' } as const
    expect(await codeOf(cashier.memberDeletions.answer({ body }))).toBe('auth.forbidden')
    expect(await codeOf(neighbour.memberDeletions.answer({ body }))).toBe('common.recordNotFound')
    await manager.memberDeletions.answer({ body })
    expect(await codeOf(manager.memberDeletions.answer({ body }))).toBe('memberDeletions.notOpen')
    expect((await client.memberOwn.own()).result.deletion).toMatchObject({
      state: 'refused',
      answer: '还有未用完的余额',
    })
    expect(await ask()).toBe('done')
    await client.memberOwn.withdrawDeletion()
    expect((await client.memberOwn.own()).result.deletion).toMatchObject({ state: 'withdrawn' })
  })
})
