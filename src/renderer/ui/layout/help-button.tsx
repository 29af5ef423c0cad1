import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { closeHelp, openHelp, useHelp } from '#renderer/core/help.ts'
import { useText } from '#renderer/core/locale.ts'

/** Opens and closes the help beside the screen, as the key `?` does. */
export function HelpButton() {
  const { t } = useText()
  const isOpen = useHelp((state) => state.isOpen)
  return (
    <Button
      type="text"
      icon={<QuestionCircleOutlined />}
      aria-label={t('help.title')}
      title={`${t('help.title')} (?)`}
      aria-expanded={isOpen}
      onClick={() => (isOpen ? closeHelp() : openHelp())}
    />
  )
}
