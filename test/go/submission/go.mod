module submit

go 1.23

require github.com/wneessen/go-mail v0.6.2

require (
	golang.org/x/crypto v0.33.0 // indirect
	golang.org/x/text v0.22.0 // indirect
)
