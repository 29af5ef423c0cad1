import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { FACE_MODEL, TEMPLATE_BYTES, templateOf } from '#shared/features/faces/face-template.calc.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { STORE } from '#tests/support/venue/venue.ts'

let killable: Killable
beforeAll(async () => {
  killable = await startKillable('faces', 'agreements')
})
nameSampleOnFailure()
afterAll(() => killable.stop())

const ENROL = '/membermanage/sysMemberFace/enrol'
const WITHDRAW = '/membermanage/sysMemberFace/withdraw'

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('the enrolment of a face once, with its signature, and its withdrawal', async () => {
    const { venue, manager, everywhere, expectRows } = killable
    await manager.storeSettings.edit({ body: { orgCode: STORE, faceSearch: 'YES' } })
    await manager.agreements.add({ body: { kind: 'face', titleZh: '人脸识别', contentZh: '同意刷脸' } })
    const agreementId = (await manager.agreements.list({ query: { titleZh: '人脸识别' } })).result.records[0]?.id ?? ''
    await manager.agreements.publish({ body: { id: agreementId } })
    const template = templateOf(Array.from({ length: TEMPLATE_BYTES }, (_, at) => Math.sin(at + 1)))
    const faceTemplate = Buffer.from(template.buffer as ArrayBuffer).toString('base64')
    const enrolled = async () => {
      const userId = await venue.member()
      const strokes = 'M10 20L30 40L50 60M70 80L90 99'
      return { userId, agreementId, strokes, model: FACE_MODEL, faceTemplate } as const
    }
    const cuts = await everywhere(async () => {
      const key = newId()
      const body = await enrolled()
      const { userId } = body
      return {
        sent: { method: 'POST', path: ENROL, key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            face_template: `member_id = '${userId}'`,
            agreement_signature: `member_id = '${userId}' and agreement_id = '${agreementId}'`,
            audit_entry: trailOf(ENROL, userId),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
    await everywhere(async () => {
      const body = await enrolled()
      const { userId } = body
      await manager.memberFaces.enrol({ body, key: newId() })
      const key = newId()
      return {
        sent: { method: 'POST', path: WITHDRAW, key, body: { userId } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            face_template: [`member_id = '${userId}'`, 0],
            agreement_signature: `member_id = '${userId}'`,
          })
        },
      }
    })
  })
})
