import { App } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { bindEnter } from './bind-enter.ts'

interface Question {
  title: string
  content?: ReactNode
  /** The text of the confirm button. */
  ok: string
  /** The text of the cancel button; defaults to "cancel". */
  no?: string
  isDanger?: boolean
  /** What Enter presses: `no` where data would be lost, null where text is entered first. */
  enter?: 'ok' | 'no' | null
  isOkDisabled?: boolean
  /** The action; the question stays open until it settles. */
  onOk(): unknown
  afterClose?(): void
}

interface OpenQuestion {
  /** Presses the confirm button. */
  press(): void
  enableOk(isEnabled: boolean): void
}

let asked = 0

/** Shows a confirmation. A key pressed while it opens never triggers the other answer. */
export function useQuestion(): (question: Question) => OpenQuestion {
  const { t } = useText()
  const { modal } = App.useApp()
  return ({ title, content, ok, no, isDanger = false, enter, isOkDisabled = false, onOk, afterClose }) => {
    asked += 1
    const [okId, noId] = [`pl-question-${asked}-ok`, `pl-question-${asked}-no`]
    const means = enter === undefined ? (isDanger ? 'no' : 'ok') : enter
    const okButton = (disabled: boolean) => ({ id: okId, danger: isDanger, disabled })
    const buttonOf = (answer: 'ok' | 'no') => document.getElementById(answer === 'ok' ? okId : noId)
    const hearing = means ? bindEnter({ button: () => buttonOf(means), press: () => buttonOf(means)?.click() }) : null
    const dialog = modal.confirm({
      title,
      content: (
        <>
          {content}
          {hearing ? <Shown onShown={hearing.ready} onGone={hearing.stop} /> : null}
        </>
      ),
      okText: ok,
      okButtonProps: okButton(isOkDisabled),
      cancelText: no ?? t('action.cancel'),
      cancelButtonProps: { id: noId },
      autoFocusButton: means === 'no' ? 'cancel' : means,
      onOk,
      ...(afterClose ? { afterClose } : {}),
    })
    return {
      press: () => buttonOf('ok')?.click(),
      enableOk: (isEnabled) => {
        dialog.update({ okButtonProps: okButton(!isEnabled) })
        // A disabled button could not take the focus before.
        if (isEnabled) {
          requestAnimationFrame(() => {
            if (!/^(input|textarea)$/i.test(document.activeElement?.tagName ?? '')) buttonOf('ok')?.focus()
          })
        }
      },
    }
  }
}

/** Reports when its siblings are mounted and unmounted. */
function Shown({ onShown, onGone }: { onShown(): void; onGone(): void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    // After the dialog's own effects, which store the previous focus and move it to the first button.
    queueMicrotask(onShown)
    return onGone
  }, [])
  return null
}
