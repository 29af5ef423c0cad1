import type { ColumnType, Generated } from 'kysely'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface ConsumeRule {
  id: string
  orgCode: string
  name: string
  consumeType: ConsumeType
  toolType: Generated<string>
  projectType: Generated<string>
  priceMode: Generated<'one' | 'every'>
  price: Generated<number>
  deposit: Generated<number>
  integral: Generated<number>
  frequency: Generated<number>
  minutes: Generated<number>
  laps: Generated<number>
  memberLevel: Generated<string>
  indexNumber: Generated<number>
  active: Generated<boolean>
  createdAt: CreatedAt
}

interface Vehicle {
  id: string
  orgCode: string
  name: string
  cardName: Generated<string>
  vehicleType: Generated<string>
  connected: Generated<boolean>
  condition: Generated<'ready' | 'maintenance' | 'scrapped'>
  indexNumber: Generated<number>
  /** How many people it seats; 0: not said. */
  seats: Generated<number>
  createdAt: CreatedAt
}

export interface RuleTables {
  consumeRule: ConsumeRule
  vehicle: Vehicle
}
