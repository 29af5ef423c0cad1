import type { ComponentType } from 'react'
import type { FirstRunStep } from '#shared/features/stores/first-run.contract.ts'
import { PrinterStep, TerminalStep } from './first-run-devices.tsx'
import type { StepFormProps } from './first-run-form.tsx'
import { PaymentsStep, RechargeStep, SaleStep } from './first-run-money.tsx'
import { LevelsStep, RulesStep, VehiclesStep } from './first-run-offer.tsx'
import { StaffStep } from './first-run-staff.tsx'
import { StoreStep } from './first-run-store.tsx'

/** The form of each step. */
export const stepForms: Readonly<Record<FirstRunStep, ComponentType<StepFormProps>>> = {
  store: StoreStep,
  staff: StaffStep,
  levels: LevelsStep,
  rules: RulesStep,
  recharge: RechargeStep,
  vehicles: VehiclesStep,
  payments: PaymentsStep,
  terminal: TerminalStep,
  printer: PrinterStep,
  sale: SaleStep,
}
