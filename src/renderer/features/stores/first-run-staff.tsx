import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { FirstPasswords, type MadeAccount, startPassword } from '#renderer/features/access/index.ts'
import { newId } from '#shared/core/id.ts'
import { StepForm, type StepFormProps } from './first-run-form.tsx'

interface Person {
  realname: string
  username: string
}

interface StaffValues {
  people: Person[]
}

const isNamed = ({ realname }: Person): boolean => realname.trim() !== ''

/** Creates cashier accounts, each with a password that is shown once. */
export function StaffStep({ known, onDone }: StepFormProps) {
  const { t } = useText()
  const [form] = Form.useForm<StaffValues>()
  const [made, setMade] = useState<MadeAccount[]>([])
  /** The idempotency key and password of each requested account, so that a retry after a lost answer creates no second one. */
  const asked = useRef(new Map<string, { key: string; password: string }>())
  const storeId = useSession(
    ({ session }) => session?.departs.find(({ orgCode }) => orgCode === session.userInfo.orgCode)?.id ?? '',
  )
  const askedAs = (person: Person) => {
    const name = JSON.stringify([storeId, person.username, person.realname])
    const known = asked.current.get(name) ?? { key: newId(), password: startPassword() }
    asked.current.set(name, known)
    return known
  }
  const save = async ({ people }: StaffValues) => {
    for (const person of people.filter(isNamed)) {
      const { key, password } = askedAs(person)
      await client.users.addStaff({ body: { ...person, password, role: 'cashier', departIds: [storeId] }, key })
      setMade((before) => [...before, { ...person, password }])
      // Accounts already created are removed from the form when a later one is refused.
      const typed: Person[] = form.getFieldValue('people')
      form.setFieldValue(
        'people',
        typed.filter((one) => one.username !== person.username && isNamed(one)),
      )
    }
    onDone(true)
  }
  const left = Form.useWatch('people', form)
  const isAllDone = made.length > 0 && (left?.length ?? 0) === 0
  const prefix = known.orgCode.toLowerCase()
  return (
    <>
      {made.length > 0 ? <FirstPasswords made={made} /> : null}
      {isAllDone ? <Button onClick={() => onDone(false)}>{t('action.close')}</Button> : null}
      <div hidden={isAllDone}>
        <StepForm<StaffValues>
          form={form}
          what={t('firstRun.staff.what')}
          save={t('firstRun.staff.save')}
          initial={{
            people: [
              { realname: '', username: `${prefix}-1` },
              { realname: '', username: `${prefix}-2` },
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
                      label={t('firstPassword.name')}
                      rules={[
                        // One is enough: lines without a name are left out.
                        ({ getFieldValue }) => ({
                          required: name === 0 && !(getFieldValue('people') as Person[]).some(isNamed),
                          whitespace: true,
                          message: t('crud.required', { label: t('firstPassword.name') }),
                        }),
                      ]}
                    >
                      <Input autoComplete="off" maxLength={64} />
                    </Form.Item>
                    <Form.Item
                      name={[name, 'username']}
                      label={t('firstPassword.account')}
                      rules={[
                        ({ getFieldValue }) => ({
                          required: isNamed(getFieldValue(['people', name]) as Person),
                          whitespace: true,
                          message: t('crud.required', { label: t('firstPassword.account') }),
                        }),
                      ]}
                    >
                      <Input autoComplete="off" maxLength={64} />
                    </Form.Item>
                  </div>
                ))}
                <Button
                  type="link"
                  onClick={() => add({ realname: '', username: `${prefix}-${made.length + fields.length + 1}` })}
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
