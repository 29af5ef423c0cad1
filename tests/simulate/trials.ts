import { newId } from '#shared/core/id.ts'
import { type Actor, insist, type Scene } from '#tests/walks/scene.ts'

const MAX_VEHICLES = 8

/** Starts a trial for a guest without a card on any free vehicle; returns the record, or null where none was free. */
export async function startTrial(scene: Scene, actor: Actor): Promise<string | null> {
  const rule = scene.rules.find(({ consumeType }) => consumeType === 'NOCARDCONSUME')
  for (let tries = 0; tries < MAX_VEHICLES; tries++) {
    const key = newId()
    const ride = { consumeVehicleMode: 'timermode' as const, ruleId: rule?.id ?? '', racer: '试玩' }
    const body = { ...ride, vehicleId: actor.chance.oneOf(scene.vehicles), userId: '', people: 1 }
    const done = await insist(scene, actor, { act: 'trial', key }, (by) => by.playBeforePay.add({ key, body }))
    if (done) return done.result.id
  }
  return null
}

/** The guest buys a card in cash, to which the trial is linked; returns whether it is. */
export async function payForTrial(scene: Scene, actor: Actor, id: string): Promise<boolean> {
  const offer = scene.recharges.find(({ kind, isCustom }) => kind === 'recharge' && !isCustom)
  const key = newId()
  const body = {
    userId: actor.chance.oneOf(scene.members),
    sysDepartRechargeRoleId: offer?.id ?? '',
    consumePayMode: 'cash' as const,
    payCode: null,
  }
  const paid = await insist(scene, actor, { act: 'rechargeForTrial', key }, (by) =>
    by.rechargeOrders.add({ key, body }),
  )
  if (!paid) return false
  const link = { id, reid: key }
  // Nobody else touches the trial and the recharge, so nothing may refuse it.
  const isWrong = () => true
  const linked = await insist(scene, actor, { act: 'linkTrial', isWrong }, (by) =>
    by.playBeforePay.linkRecharge({ body: link }),
  )
  return linked !== null
}
