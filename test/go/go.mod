module client

go 1.23

require (
	github.com/resend/resend-go/v3 v3.1.1
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
)
