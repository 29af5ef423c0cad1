import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount } from '#shared/core/money.ts'
import { rechargeDraft, rechargeProblems } from '#shared/features/rules/recharge-rules.calc.ts'
import { newRechargeRule, type RechargeRule } from '#shared/features/rules/recharge-rules.contract.ts'
import { RechargeRuleForm } from './recharge-rule-form.tsx'
import { giftsOf } from './recharge-rules.calc.ts'
import { useProjects } from './rule-choices.ts'
import { useCopy } from './rule-copy.ts'
import { ActiveSwitch, OrderButton, placedByPrice } from './rule-parts.tsx'

const page = async (pageNo: number) => (await client.rechargeRules.list({ query: { pageNo, pageSize: 200 } })).result

/** Throws what the server would refuse. */
function check(values: Values, row: RechargeRule | null): void {
  const [problem] = rechargeProblems(rechargeDraft({ ...row, ...values }))
  if (problem) throw new AppError(problem.code, problem.details)
}

/** The recharge rules. */
export function RechargeRulesPage() {
  const { t } = useText()
  const amounts = useDict('recharge_amount_type')
  const methods = useDict('sales_method')
  const yesNo = useDict('yn')
  const projects = useProjects()
  const copy = useCopy('rechargeRules', (id, key) => client.rechargeRules.copy({ body: { id }, key }))
  return (
    <CrudPage
      resource="rechargeRules"
      title="menu.rechargeRules"
      emptyHint="rechargeRule.noneHint"
      columns={[
        { name: 'roleName', sorter: true },
        {
          name: 'price',
          title: 'rechargeRule.pays',
          sorter: true,
          align: 'right',
          render: (row) =>
            row.amountType === 'custom' ? (
              t('rechargeRule.atLeast', { amount: formatAmount(row.recharge) })
            ) : (
              <Money value={row.price} />
            ),
        },
        {
          name: 'recharge',
          sorter: true,
          align: 'right',
          render: ({ amountType, recharge }) => (amountType === 'custom' ? '' : <Money value={recharge} />),
        },
        {
          name: 'give',
          title: 'rechargeRule.gifts',
          render: (row) =>
            giftsOf(row, row.projectType_dictText ?? '', row.giftName)
              .map(({ key, values }) => t(key, values))
              .join(t('rules.and')),
        },
        { name: 'salesMethod', sorter: true, options: methods },
        { name: 'amountType', sorter: true, options: amounts, optional: true },
        { name: 'validityType', render: ({ validityType_dictText: validity }) => validity },
        {
          name: 'isActive',
          sorter: true,
          onCard: true,
          render: ({ id, roleName, isActive }) => (
            <ActiveSwitch
              name="rechargeRules"
              label={roleName}
              isActive={isActive}
              change={(next) => client.rechargeRules.edit({ body: { id, isActive: next } })}
            />
          ),
        },
        { name: 'selfRecharge', options: yesNo, optional: true },
        { name: 'timeLimit', options: yesNo, optional: true },
        { name: 'indexNumber', sorter: true, optional: true, align: 'right' },
        { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: true },
        { name: 'createTime', sorter: true, optional: true },
      ]}
      filters={[
        <TextFilter key="name" name="roleName" />,
        <ChoiceFilter key="method" name="salesMethod" options={methods} />,
        <ChoiceFilter key="project" name="projectType" options={projects} />,
        <ChoiceFilter key="active" name="isActive" options={yesNo} />,
      ]}
      actions={{
        row: (row) => copy(row.id),
        head: (
          <OrderButton
            name="rechargeRules"
            title={t('order.rechargeRules')}
            load={placedByPrice(page)}
            save={(ids) => client.rechargeRules.sort({ body: { ids } })}
          />
        ),
      }}
      form={{
        noun: 'noun.rechargeRule',
        width: 980,
        values: (row) =>
          row
            ? { validDate: row.validDate ?? '', limitBegin: row.limitBegin ?? '', limitEnd: row.limitEnd ?? '' }
            : newRechargeRule,
        fields: (row) => <RechargeRuleForm row={row} />,
        check,
      }}
    />
  )
}
