import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeUnusedFiles } from '#server/features/display/file-sweep.service.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { newId } from '#shared/core/id.ts'
import { defaultLayout } from '#shared/features/display/screens.schema.ts'
import { KILLED_PATIENCE, type Killable, startKillable } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { until } from '#tests/support/until.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') as Buffer<ArrayBuffer>

let killable: Killable
let { server, manager, venue, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('display')
  ;({ server, manager, venue, everywhere, expectRows } = killable)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

describe('a server that is killed between any two statements and called again has stored', {
  timeout: KILLED_PATIENCE,
}, () => {
  const addressOf = (name: string): string => `https://x/${name}.mp4`
  const newVideo = async (): Promise<{ id: string; name: string }> => {
    const name = newId()
    await manager.promoVideos.add({ body: { name, urls: addressOf(name) } })
    return { id: String((await venue.rows('promoVideo').where('name', name))[0]?.id), name }
  }

  it('a changed video, with one audit entry', async () => {
    const path = '/tvadvert/sysTvAdvert/edit'
    const cuts = await everywhere(async () => {
      const { id, name } = await newVideo()
      return {
        sent: { method: 'PUT', path, key: newId(), body: { id, remark: '改', isActive: 'NO' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({ promo_video: `id = '${id}' and name = '${name}' and remark = '改' and not enabled` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })

  /** A carousel image as its form stores it. */
  const uploaded = async (): Promise<string> => {
    const body = new FormData()
    body.append('biz', 'swiper')
    body.append('file', new Blob([PNG]), 'a.png')
    const sent = { method: 'POST', body, token: manager.token }
    const answer = (await (await server.request('/api/sys/common/upload', sent)).json()) as Envelope
    return answer.message
  }
  const newPicture = async (): Promise<{ id: string; photo: string }> => {
    const photo = await uploaded()
    await manager.swipers.add({ body: { title: '图', photo } })
    return { id: String((await venue.rows('carouselImage').where('photo', photo))[0]?.id), photo }
  }
  const isThere = async (photo: string): Promise<boolean> =>
    (await server.request(`/api/sys/common/static/${photo}`)).status === 200

  it('a replaced carousel image, whose old file is deleted', async () => {
    const path = '/swiper/sysSwiper/edit'
    const cuts = await everywhere(async () => {
      const [{ id, photo: old }, photo] = [await newPicture(), await uploaded()]
      return {
        sent: { method: 'PUT', path, key: newId(), body: { id, photo } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({ carousel_image: `id = '${id}' and photo = '${photo}'` })
          await removeUnusedFiles(server.deps)
          await until(async () => expect([await isThere(photo), await isThere(old)]).toEqual([true, false]))
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })

  it.each(['delete', 'deleteBatch'] as const)('no deleted carousel image, nor its file (%s)', async (way) => {
    const cuts = await everywhere(async () => {
      const { id, photo } = await newPicture()
      const path = `/swiper/sysSwiper/${way}?${way === 'delete' ? 'id' : 'ids'}=${id}`
      return {
        sent: { method: 'DELETE', path, key: newId() },
        async expectDone() {
          await expectRows({ carousel_image: [`id = '${id}'`, 0] })
          await removeUnusedFiles(server.deps)
          await until(async () => expect(await isThere(photo)).toBe(false))
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })

  it('a screen with the layout that was sent', async () => {
    const { result } = await manager.screens.open({ body: {} })
    const path = '/tvscreen/sysTvScreen/edit'
    let seconds = 5
    const cuts = await everywhere(async () => {
      const layout = { ...defaultLayout, panels: [{ kind: 'heat', seconds: ++seconds }] }
      return {
        sent: { method: 'PUT', path, key: newId(), body: { id: result.id, layout } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            display_screen: `id = '${result.id}' and layout -> 'panels' -> 0 ->> 'seconds' = '${seconds}'`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })

  it('a screen with the key of its answer, and no other', async () => {
    const path = '/tvscreen/sysTvScreen/newKey'
    const { result } = await manager.screens.open({ body: {} })
    const isGood = (key: string) =>
      server
        .client()
        .display.state({ query: { key } })
        .then(
          () => true,
          () => false,
        )
    const cuts = await everywhere(async () => {
      const before = (await manager.screens.address({ query: { id: result.id } })).result.key
      return {
        sent: { method: 'POST', path, key: newId(), body: { id: result.id } },
        async expectDone({ reply }) {
          const { key } = reply.result as { key: string }
          expect([await isGood(key), await isGood(before)]).toEqual([true, false])
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })

  it('one screen of the store, created by the first press of its tile', async () => {
    const path = '/tvscreen/sysTvScreen/open'
    const cuts = await everywhere(async () => {
      await venue.inEveryStore((trx) => trx.deleteFrom('displayScreen').execute())
      return {
        sent: { method: 'POST', path, body: {} },
        async expectDone({ reply }) {
          const { id } = reply.result as { id: string }
          await expectRows({ display_screen: 'is_house', 'display_screen of the answer': `id = '${id}'` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })
})
