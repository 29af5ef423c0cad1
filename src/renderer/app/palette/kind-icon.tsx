import {
  BookOutlined,
  CarOutlined,
  ClockCircleOutlined,
  CreditCardOutlined,
  FileTextOutlined,
  GiftOutlined,
  ProfileOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  ShopOutlined,
  TagOutlined,
  ThunderboltOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { ChoiceKind } from './palette.calc.ts'

/** The icon of each kind; pages and actions have their own. */
export const kindIcon: Record<ChoiceKind, ReactNode> = {
  page: <FileTextOutlined />,
  action: <ThunderboltOutlined />,
  setting: <SettingOutlined />,
  help: <QuestionCircleOutlined />,
  guide: <BookOutlined />,
  start: <ClockCircleOutlined />,
  member: <UserOutlined />,
  queue: <ClockCircleOutlined />,
  ticket: <TagOutlined />,
  order: <ProfileOutlined />,
  recharge: <WalletOutlined />,
  vehicle: <CarOutlined />,
  consumeRule: <ProfileOutlined />,
  rechargeRule: <WalletOutlined />,
  playCardRule: <CreditCardOutlined />,
  product: <ShopOutlined />,
  gift: <GiftOutlined />,
}
