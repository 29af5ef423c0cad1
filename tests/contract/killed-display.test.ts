import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { usualLayout } from '#shared/features/display/screens.schema.ts'
import { KILLED_PATIENCE, type Killable, startKillable } from '#tests/support/killable.ts'

let killable: Killable
let { server, manager, venue, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable()
  ;({ server, manager, venue, everywhere, expectRows } = killable)
})
afterAll(() => killable.stop())

describe('a server that is killed between any two statements, and asked again, has', {
  timeout: KILLED_PATIENCE,
}, () => {
  const addressOf = (name: string): string => `https://x/${name}.mp4`
  const newVideo = async (): Promise<{ id: string; name: string }> => {
    const name = newId()
    await manager.promoVideos.add({ body: { name, urls: addressOf(name) } })
    return { id: String((await venue.rows('promoVideo').where('name', name))[0]?.id), name }
  }

  it('a video as it was changed, with one entry in the trail', async () => {
    const path = '/tvadvert/sysTvAdvert/edit'
    const cuts = await everywhere(async () => {
      const { id, name } = await newVideo()
      return {
        sent: { method: 'PUT', path, key: newId(), body: { id, remark: '改', isActive: 'NO' } },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true })
          await expectRows({ promo_video: `id = '${id}' and name = '${name}' and remark = '改' and not enabled` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })

  it('a screen with the layout that was given', async () => {
    const { result } = await manager.screens.open({ body: {} })
    const path = '/tvscreen/sysTvScreen/edit'
    let seconds = 5
    const cuts = await everywhere(async () => {
      const layout = { ...usualLayout, panels: [{ kind: 'heat', seconds: ++seconds }] }
      return {
        sent: { method: 'PUT', path, key: newId(), body: { id: result.id, layout } },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true })
          await expectRows({
            display_screen: `id = '${result.id}' and layout -> 'panels' -> 0 ->> 'seconds' = '${seconds}'`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })

  it('a screen whose key is the one that was answered, and no other', async () => {
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
        async expectDone({ said }) {
          const { key } = said.result as { key: string }
          expect([await isGood(key), await isGood(before)]).toEqual([true, false])
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })

  it('one screen of the store, which the first who presses the tile makes', async () => {
    const path = '/tvscreen/sysTvScreen/open'
    const cuts = await everywhere(async () => {
      await venue.inEveryStore((trx) => trx.deleteFrom('displayScreen').execute())
      return {
        sent: { method: 'POST', path, body: {} },
        async expectDone({ said }) {
          const { id } = said.result as { id: string }
          await expectRows({ display_screen: 'is_house', 'display_screen of the answer': `id = '${id}'` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(2)
  })
})
