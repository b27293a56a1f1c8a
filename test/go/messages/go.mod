module messages

go 1.23

require (
	github.com/emersion/go-message v0.18.2
	github.com/emersion/go-msgauth v0.7.0
)

require golang.org/x/crypto v0.31.0 // indirect
