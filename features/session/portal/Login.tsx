import { Anchor, Paper, Title } from '@mantine/core'
import { t } from '../messages.ts'
import { LoginForm } from './LoginForm.tsx'
import { goOn } from './sign-in.ts'

export default function Login() {
  return (
    <Paper p={24} withBorder>
      <Title order={1} mb={16}>
        {t('WordLogin').text}
      </Title>
      <LoginForm onSignedIn={goOn}>
        <Anchor href="#/forgotpassword" ta="center">
          {t('LinkForgotPassword').text}
        </Anchor>
      </LoginForm>
    </Paper>
  )
}
