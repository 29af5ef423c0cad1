import { ExperimentOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PRACTICE_QUERY } from '#renderer/core/addresses/paths.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { PlatformProvider, usePlatform } from '#renderer/platform/context.ts'
import { FrameProvider, useFrame } from '#renderer/ui/layout/frame.ts'
import { beginPractice, usePractice } from './practice-session.ts'

const PracticeFrame = lazy(async () => ({ default: (await import('./practice-frame.tsx')).PracticeFrame }))

/**
 * Adds practice mode to the counter: the same screen on a fictional venue, entered and left by the menu. The counter
 * itself does not know of it.
 */
export function WithPractice({ children, setAside }: { children: ReactNode; setAside(): () => void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const platform = usePlatform()
  const frame = useFrame()
  const practice = usePractice((state) => state.practice)
  // Leaving the counter ends practice.
  useEffect(() => () => usePractice.getState().practice?.end(), [])
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const begin = () =>
    void beginPractice({ platform, t, setAside }).catch((error: unknown) => message.error(textOfError(t, error)))
  // An address of the help or the workplace asks for practice once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only with the address
  useEffect(() => {
    if (search !== PRACTICE_QUERY) return
    begin()
    void navigate(pathname, { replace: true })
  }, [search])
  const entry = (label: string, onClick: () => void) => ({
    key: 'practice',
    icon: <ExperimentOutlined />,
    label,
    onClick,
  })
  if (practice) {
    return (
      <FrameProvider value={{ ...frame, pages: [], menu: [], account: [entry(t('practice.end'), practice.end)] }}>
        <PlatformProvider value={practice.platform}>
          <Suspense fallback={null}>
            <PracticeFrame practice={practice}>{children}</PracticeFrame>
          </Suspense>
        </PlatformProvider>
      </FrameProvider>
    )
  }
  return (
    <FrameProvider value={{ ...frame, account: [entry(t('practice.begin'), begin), ...frame.account] }}>
      {children}
    </FrameProvider>
  )
}
