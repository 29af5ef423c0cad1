import { useRef } from 'react'
import { isCovered } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useBackGuard } from '#renderer/ui/dialog/use-back-guard.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'

/** Asks for confirmation on Back while choices for a guest would be lost. */
export function useLeaveConfirmation(isFilled: boolean): void {
  const { t } = useText()
  const ask = useQuestion()
  const isLeaving = useRef(false)
  const mustAsk = () => isFilled && !isLeaving.current
  useBackGuard(
    mustAsk,
    () => {
      if (!mustAsk()) return history.back()
      // A dialog is open, possibly this question.
      if (isCovered()) return
      ask({
        title: t('counter.leaveAsk'),
        content: t('counter.leaveHint'),
        ok: t('counter.leave'),
        enter: 'no',
        onOk: () => {
          isLeaving.current = true
          history.back()
        },
      })
    },
    // Closing the window and the end of the sign-in must not be blocked.
    { asksAtEnd: false },
  )
}
