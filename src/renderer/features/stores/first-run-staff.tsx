import { Alert, App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { StepForm, type StepFormProps } from './first-run-form.tsx'
import { startPassword } from './start-password.calc.ts'

interface Person {
  realname: string
  username: string
}

interface StaffValues {
  people: Person[]
}

interface Made extends Person {
  password: string
}

const randomly = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Accounts of cashiers, each with a password that is shown once. */
export function StaffStep({ known, onDone }: StepFormProps) {
  const { t } = useText()
  const [form] = Form.useForm<StaffValues>()
  const [made, setMade] = useState<Made[]>([])
  const storeId = useSession(
    ({ session }) => session?.departs.find(({ orgCode }) => orgCode === session.userInfo.orgCode)?.id ?? '',
  )
  const save = async ({ people }: StaffValues) => {
    for (const person of people.filter(({ realname, username }) => realname && username)) {
      const password = startPassword(randomly)
      await client.users.add({
        body: { ...person, password, identity: '3', selectedroles: 'cashier', selecteddeparts: storeId },
      })
      setMade((before) => [...before, { ...person, password }])
      // Whoever is added already is not added again when the next one is refused.
      const asked = form.getFieldValue('people') as Person[]
      form.setFieldValue(
        'people',
        asked.filter(({ username }) => username !== person.username),
      )
    }
    onDone(true)
  }
  const left = Form.useWatch('people', form)
  const isAllDone = made.length > 0 && (left?.length ?? 0) === 0
  const place = known.orgCode.toLowerCase()
  return (
    <>
      {made.length > 0 ? <Passwords made={made} /> : null}
      {isAllDone ? <Button onClick={() => onDone(false)}>{t('action.close')}</Button> : null}
      <div hidden={isAllDone}>
        <StepForm<StaffValues>
          form={form}
          what={t('firstRun.staff.what')}
          save={t('firstRun.staff.save')}
          initial={{
            people: [
              { realname: '', username: `${place}-1` },
              { realname: '', username: `${place}-2` },
            ],
          }}
          onSave={save}
        >
          <Form.List name="people">
            {(fields, { add }) => (
              <>
                {fields.map(({ key, name }) => (
                  <div key={key} className="pl-first-run-pair">
                    <Form.Item
                      name={[name, 'realname']}
                      label={t('firstRun.staff.name')}
                      rules={[
                        {
                          required: true,
                          whitespace: true,
                          message: t('crud.required', { label: t('firstRun.staff.name') }),
                        },
                      ]}
                    >
                      <Input autoComplete="off" maxLength={64} />
                    </Form.Item>
                    <Form.Item
                      name={[name, 'username']}
                      label={t('firstRun.staff.account')}
                      rules={[
                        {
                          required: true,
                          whitespace: true,
                          message: t('crud.required', { label: t('firstRun.staff.account') }),
                        },
                      ]}
                    >
                      <Input autoComplete="off" maxLength={64} />
                    </Form.Item>
                  </div>
                ))}
                <Button
                  type="link"
                  onClick={() => add({ realname: '', username: `${place}-${made.length + fields.length + 1}` })}
                >
                  {t('firstRun.staff.more')}
                </Button>
              </>
            )}
          </Form.List>
        </StepForm>
      </div>
    </>
  )
}

/** What each is told; nobody can see it again. */
function Passwords({ made }: { made: readonly Made[] }) {
  const { t } = useText()
  const { message } = App.useApp()
  const lines = made.map(({ realname, username, password }) => `${realname}\t${username}\t${password}`).join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines)
      void message.success(t('firstRun.staff.copied'))
    } catch (error) {
      void message.error(textOfError(t, error))
    }
  }
  return (
    <Alert
      type="success"
      showIcon
      title={t('firstRun.staff.once')}
      description={
        <table>
          <thead>
            <tr>
              <th>{t('firstRun.staff.name')}</th>
              <th>{t('firstRun.staff.account')}</th>
              <th>{t('firstRun.staff.password')}</th>
            </tr>
          </thead>
          <tbody>
            {made.map(({ realname, username, password }) => (
              <tr key={username}>
                <td>{realname}</td>
                <td>{username}</td>
                <td>
                  <code>{password}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      }
      action={<Button onClick={() => void copy()}>{t('firstRun.staff.copy')}</Button>}
    />
  )
}
